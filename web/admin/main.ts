import { mount } from "svelte";
import "./ui/styles/tokens.css";
import "./ui/styles/base.css";
import "./ui/styles/print.css";
import App from "./App.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the admin area");
target.replaceChildren();
mount(App, { target });
