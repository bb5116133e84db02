/** Presses Undo in the message that says this, and not in one that is still there of what was done before. */
export const undo = (page, said) => page.getByRole("status").filter({ hasText: said }).getByRole("button", { name: "Undo" }).click();
