/** A page as assistive technology reads it: names, headings, landmarks. */
const CONTROLS = new Set(["button", "link", "textbox", "searchbox", "checkbox", "radio", "combobox", "listbox", "option", "slider", "spinbutton", "switch", "tab", "menuitem", "treeitem", "tree", "menu", "dialog", "radiogroup", "iframe", "Iframe", "image"]);
const LANDMARKS = new Set(["banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search"]);

/** The nodes that are read, in their order. */
async function nodesOf(page) {
  const wire = await page.context().newCDPSession(page);
  const { nodes } = await wire.send("Accessibility.getFullAXTree");
  await wire.detach();
  const property = (node, name) => node.properties?.find((each) => each.name === name)?.value?.value;
  return nodes.filter(({ ignored }) => !ignored).map((node) => ({ role: node.role?.value ?? "", name: (node.name?.value ?? "").trim(), level: property(node, "level"), isModal: property(node, "modal") === true }));
}

/** What is wrong with it. Above a modal dialog nothing else is read, so only its own headings count. */
export async function readAloud(page, { above = false } = {}) {
  const nodes = await nodesOf(page);
  const faults = [];
  for (const { role, name } of nodes) if (CONTROLS.has(role) && name === "") faults.push(`a ${role} has no name`);
  const headings = nodes.filter(({ role }) => role === "heading");
  for (const { name, level } of headings) if (name === "") faults.push(`a heading of level ${level} is empty`);
  if (above) return faults;
  const first = headings.filter(({ level }) => level === 1);
  if (first.length !== 1) faults.push(`${first.length} headings of level 1: ${first.map(({ name }) => name).join(", ")}`);
  for (const [index, { level, name }] of headings.entries()) {
    const before = headings[index - 1];
    if (before !== undefined && level > before.level + 1) faults.push(`“${name}” is of level ${level} after “${before.name}” of level ${before.level}`);
  }
  const landmarks = nodes.filter(({ role }) => LANDMARKS.has(role));
  const mains = landmarks.filter(({ role }) => role === "main").length;
  if (mains !== 1) faults.push(`${mains} main landmarks`);
  for (const role of LANDMARKS) {
    const same = landmarks.filter((each) => each.role === role);
    if (same.length > 1 && same.some(({ name }) => name === "")) faults.push(`${same.length} landmarks of the role ${role}, not all with a name`);
    const names = same.map(({ name }) => name);
    if (new Set(names).size !== names.length) faults.push(`two landmarks of the role ${role} with one name: ${names.join(", ")}`);
  }
  return faults;
}
