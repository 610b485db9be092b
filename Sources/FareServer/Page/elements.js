// Elements are made by calls and filled with text, never with markup, so that no name from outside can be any.

/** Makes an element. Attributes that are null or false are left out; `on…` names add listeners. */
export function make(name, attributes = {}, ...children) {
  const element = name === 'svg' || name === 'circle'
    ? document.createElementNS('http://www.w3.org/2000/svg', name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** The element of an id. */
export const byId = (id) => document.getElementById(id);

/** Shows a section with new content, or hides it when there is none. */
export function show(id, ...children) {
  const section = byId(id);
  section.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
  section.hidden = children.length === 0;
  section.classList.remove('waiting');
  return section;
}

/** Says something to those who listen instead of looking. */
export function say(text) {
  byId('spoken').textContent = text;
}
