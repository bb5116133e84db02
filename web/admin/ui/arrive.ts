/**
 * The way of every `import()`: the build hands each of them to `arrive`, with the files that it needs.
 *
 * A browser may remember a module that could not be loaded for as long as the page lives: by the specification its
 * place stays empty, and whoever asks again gets the same failure. So nothing is imported before all of its files
 * are here. They are fetched as plain files, which may fail as often as it likes; the import then takes them out of
 * the browser's cache. No module is loaded under a second address, where it would have a second state.
 */
import { Arrivals } from "./arrivals.ts";

const fromPage = [...document.querySelectorAll<HTMLElement>("script[src], link[rel=modulepreload], link[rel=stylesheet]")].map((element) => element.getAttribute("src") ?? element.getAttribute("href") ?? "");
const arrivals = new Arrivals({ fetch: (file) => fetch(file), wear }, fromPage);
const announced = new Set(fromPage);

export async function arrive<T>(load: () => Promise<T>, names: readonly string[] = []): Promise<T> {
  const files = names.map((name) => `/${name}`);
  await arrivals.bring(files);
  // All at once, and not each when the one before it has been read.
  for (const file of files) if (file.endsWith(".js") && !announced.has(file)) announce(file);
  return load();
}

function announce(file: string): void {
  announced.add(file);
  link("modulepreload", file);
}

function wear(file: string): Promise<void> {
  const style = link("stylesheet", file);
  return new Promise((done, failed) => {
    style.addEventListener("load", () => done());
    style.addEventListener("error", () => {
      style.remove();
      failed(new Error(`${file} did not arrive`));
    });
  });
}

function link(rel: string, file: string): HTMLLinkElement {
  const element = document.createElement("link");
  element.rel = rel;
  element.href = file;
  document.head.append(element);
  return element;
}
