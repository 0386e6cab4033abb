/**
 * The pictures in `public/`, to be taken by `python -m tests.browser.pictures`; no part of the built page.
 * `/dev/pictures.html?picture=card`
 */

import "../src/styles/tokens.css";
import "../src/styles/base.css";
import { mount } from "svelte";
import Card from "./Card.svelte";
import Icon from "./Icon.svelte";

const asked = new URLSearchParams(location.search);
const target = document.getElementById("app") as HTMLElement;
if (asked.get("picture") === "card") mount(Card, { target });
else mount(Icon, { target, props: { shape: asked.get("picture") } });
