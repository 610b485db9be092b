// The address of the page holds the whole question, under the names that the methods take.

let listener = () => {};

/** The question as it stands in the address. */
export function question() {
  return Object.fromEntries(new URLSearchParams(location.search));
}

/** The address of the question with changes; what is null or empty is left out. */
export function address(changes, base = question()) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...base, ...changes })) {
    if (value !== null && value !== undefined && value !== '') query.set(name, value);
  }
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text ? `/?${text}` : '/';
}

/** Changes the question: a new entry of the history, unless it only mends the one that stands there. */
export function go(changes, { replaces = false } = {}) {
  const next = address(changes);
  if (next === location.pathname + location.search) return;
  history[replaces ? 'replaceState' : 'pushState'](null, '', next);
  listener();
}

/** Has `changed` called when the question is another one. */
export function whenChanged(changed) {
  listener = changed;
  addEventListener('popstate', changed);
}

/** A link to the question with changes, which changes it in place. */
export function follow(changes, base) {
  return {
    href: address(changes, base),
    onclick: (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      history.pushState(null, '', address(changes, base));
      listener();
    },
  };
}

/** What several methods take of a question. */
export function shared(q, ...more) {
  const names = ['currency', 'as_of', 'max_age_hours', 'cabin', 'include_predecessors', ...more];
  return Object.fromEntries(names.filter((name) => q[name]).map((name) => [name, q[name]]));
}
