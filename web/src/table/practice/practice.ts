/** Against computer players alone: hints, take-back, the same deal again. */

import Again from "./Again.svelte";
import Menu from "./Menu.svelte";
import Tools from "./Tools.svelte";

export default { Again, Menu, Tools };
