// SPDX-License-Identifier: GPL-2.0-or-later
// Search of this site by Pagefind.  Results are set as text, never as markup: titles and excerpts are words of mails.
const place = document.getElementById("search");
const root = place.dataset.root;
const form = document.createElement("form");
form.className = "find";
form.innerHTML =
  '<label for="words">Search this site</label> <input id="words" name="words" type="search" size="40" autocomplete="off"> <button type="submit">Search</button>';
const input = form.querySelector("input");
const status = document.createElement("p");
status.className = "mute";
status.setAttribute("role", "status");
const list = document.createElement("ol");
list.className = "list found";
const more = document.createElement("button");
more.type = "button";
more.textContent = "More results";
more.hidden = true;
place.append(form, status, list, more);

const STEP = 10;
let pagefind;
let results = [];
let shown = 0;
let asked = 0;

function marked(text, words) {
  const parts = document.createDocumentFragment();
  let at = 0;
  const low = text.toLowerCase();
  while (at < text.length) {
    let next = text.length;
    let length = 0;
    for (const word of words) {
      const found = low.indexOf(word, at);
      if (found >= 0 && (found < next || (found === next && word.length > length))) {
        next = found;
        length = word.length;
      }
    }
    parts.append(text.slice(at, next));
    if (length) {
      const mark = document.createElement("mark");
      mark.textContent = text.slice(next, next + length);
      parts.append(mark);
    }
    at = next + length;
    if (!length) break;
  }
  return parts;
}

function address(url) {
  const found = /s\/([0-9a-f]{12})\//.exec(url);
  return found ? `${root}s/${found[1]}/` : root;
}

async function show() {
  const turn = asked;
  const words = input.value.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
  for (const result of results.slice(shown, shown + STEP)) {
    const data = await result.data();
    if (turn !== asked) return;
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = address(data.url);
    link.textContent = data.meta.title || "(no title)";
    const text = document.createElement("p");
    text.className = "sub";
    text.append(marked(data.plain_excerpt || "", words));
    item.append(link, text);
    list.append(item);
    shown += 1;
  }
  more.hidden = shown >= results.length;
}

async function search() {
  asked += 1;
  const turn = asked;
  const query = input.value.trim();
  list.replaceChildren();
  more.hidden = true;
  shown = 0;
  if (!query) {
    status.textContent = "";
    return;
  }
  status.textContent = "Searching";
  try {
    pagefind = pagefind || (await import(new URL(`${root}pagefind/pagefind.js`, document.baseURI)));
    const found = await pagefind.search(query);
    if (turn !== asked) return;
    results = found.results;
    status.textContent = `${results.length} series`;
    await show();
  } catch (error) {
    status.textContent = "The search index could not be loaded; the lists below work without it.";
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  history.replaceState(null, "", `?words=${encodeURIComponent(input.value)}`);
  search();
});
more.addEventListener("click", show);
input.value = new URLSearchParams(location.search).get("words") || "";
if (input.value) search();
