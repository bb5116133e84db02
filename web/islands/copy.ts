import { addStyle, all, button, words } from "./page.ts";

const STYLE = `
figure.code{position:relative}
figure.code>button{position:absolute;inset:.3rem .4rem auto auto;padding:.35rem .6rem;border:0;border-radius:4px;background:var(--sheet);color:var(--ink3);font:.84375rem/1.4 var(--ui)}
figure.code>button:hover{color:var(--leaf)}
@media print{figure.code>button{display:none}}`;

/** A button at each piece of code that copies it as it was written. */
export function copy(): void {
  const figures = all("figure.code");
  if (figures.length === 0 || navigator.clipboard === undefined) return;
  addStyle(STYLE);
  const [copy, copied, failed] = words().slice(6);
  for (const figure of figures) {
    const code = figure.querySelector("pre");
    if (code === null) continue;
    const press = button(copy!);
    let timer = 0;
    press.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(code.textContent ?? "");
        press.textContent = copied!;
      } catch {
        press.textContent = failed!;
      }
      clearTimeout(timer);
      timer = setTimeout(() => (press.textContent = copy!), 2000);
    });
    press.setAttribute("aria-live", "polite");
    figure.append(press);
  }
}
