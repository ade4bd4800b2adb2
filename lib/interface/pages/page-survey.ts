/** CSS selectors from the settings for elements of the hosted pages. */
export interface PageSelectors {
  readonly cardNumber: string | null;
  readonly cardExpiry: string | null;
  readonly cardCvv: string | null;
  readonly payButton: string | null;
  readonly escrowPayButton: string | null;
}

/** An element that a person can fill in or press. Controls are listed in the order of the page. */
export interface Control {
  /** Its index in `elements` of the same survey. */
  readonly index: number;
  /** `input`, `select` or `textarea`; `button` for anything to be pressed. */
  readonly tag: string;
  /** Its ARIA role, else `link`, or the type of an input or a button, else empty. */
  readonly type: string;
  /** The text of its labels or of the button itself, its placeholder, ARIA name and title. */
  readonly words: string;
  /** The text just before a field, or just after a radio button or checkbox. */
  readonly near: string;
  readonly placeholder: string;
  readonly autocomplete: string;
  /** Its name and id, and the name and title of the frame around it. */
  readonly hints: string;
  readonly value: string;
  readonly checked: boolean;
  readonly required: boolean;
  readonly enabled: boolean;
  /** 0: no limit. */
  readonly maxLength: number;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  /** The setting whose selector matches it. */
  readonly named: keyof PageSelectors | null;
  /** The mark that an earlier action left on this element. */
  readonly done: string | null;
}

export interface Survey {
  readonly controls: readonly Control[];
  /** The visible text of the page. */
  readonly text: string;
  readonly ready: boolean;
}

// The parts of the DOM that `survey` uses: this project has no DOM types.
interface PageNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly childNodes: Iterable<PageNode>;
}
interface PageElement extends PageNode {
  readonly tagName: string;
  readonly id: string;
  readonly innerText?: string;
  readonly shadowRoot: PageNode | null;
  readonly labels?: Iterable<PageElement> | null;
  readonly options?: Iterable<{ value: string; text: string; disabled: boolean }>;
  readonly type?: string;
  readonly value?: string;
  readonly checked?: boolean;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly maxLength?: number;
  matches(selector: string): boolean;
  closest(selector: string): PageElement | null;
  getAttribute(name: string): string | null;
  checkVisibility(options: object): boolean;
  getBoundingClientRect(): { width: number; height: number; right: number; bottom: number };
}
declare const document: {
  readonly body: PageElement | null;
  readonly readyState: string;
  readonly title: string;
  getElementById(id: string): PageElement | null;
};
declare const window: {
  readonly name: string;
  readonly parent: unknown;
  readonly scrollX: number;
  readonly scrollY: number;
};

/** Runs inside the page, so it must not refer to anything outside itself. */
export function survey(selectors: PageSelectors): { survey: Survey; elements: unknown[] } {
  const pressable =
    'button,a[href],summary,[role=button],[role=tab],[role=link],[role=radio],[role=menuitem],[onclick]';
  const fields = 'input,select,textarea';
  const elements: PageElement[] = [];
  const controls: (Control & { near: string })[] = [];
  let chunks: string[] = [];

  const visible = (element: PageElement) => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    const onPage = right + window.scrollX > 0 && bottom + window.scrollY > 0;
    return (
      width > 1 && height > 1 && onPage && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    );
  };
  const clean = (text: string) => text.replace(/\s+/g, ' ').trim();
  /** The text of a node, without scripts, styles and text fields. */
  const read = (node: PageNode): string => {
    if (node.nodeType === 3) return node.nodeValue ?? '';
    if (node.nodeType !== 1 || (node as PageElement).matches('script,style,select,textarea,template')) return '';
    return [...node.childNodes].map(read).join(' ');
  };
  const labelled = (element: PageElement) => {
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    const others = ids.map((id) => document.getElementById(id)).filter((other) => other !== null);
    return [...(element.labels ?? []), ...others].map(read);
  };
  const namedBy = (element: PageElement) => {
    const names = Object.keys(selectors) as (keyof PageSelectors)[];
    return names.find((name) => selectors[name] !== null && element.matches(selectors[name] ?? '')) ?? null;
  };

  const take = (element: PageElement, named: keyof PageSelectors | null) => {
    const tag = element.tagName.toLowerCase();
    const role = element.getAttribute('role') ?? '';
    const type = (role || (tag === 'a' ? 'link' : element.type?.toLowerCase())) ?? '';
    const isField = element.matches(fields) && !/^(submit|button|image|reset)$/.test(type);
    const choice = type === 'radio' || type === 'checkbox';
    // A styled radio button is often invisible, and a person presses its label.
    const shown = visible(element) ? element : choice ? [...(element.labels ?? [])].find(visible) : undefined;
    if (shown === undefined || type === 'hidden' || (isField && element.closest('[aria-hidden=true]') !== null)) return;
    const placeholder = element.getAttribute('placeholder') ?? '';
    // `innerText`, because hidden text does not count.
    const { innerText: shownText = '' } = element;
    const own = isField
      ? [...labelled(element), placeholder]
      : [shownText, tag === 'input' ? (element.value ?? '') : '', element.getAttribute('alt') ?? ''];
    const last = controls.at(-1);
    if (last?.type === 'radio' || last?.type === 'checkbox') last.near = clean(chunks.join(' ')).slice(0, 80);
    const before = chunks.filter((chunk) => /\p{L}/u.test(chunk)).at(-1) ?? '';
    if (isField) chunks = [];
    const frame = window.parent === window ? [] : [window.name, document.title];
    controls.push({
      index: elements.length,
      tag: isField ? tag : 'button',
      type,
      words: clean([...own, element.getAttribute('aria-label') ?? '', element.getAttribute('title') ?? ''].join(' ')),
      near: choice ? '' : clean(before).slice(-60),
      placeholder,
      autocomplete: (element.getAttribute('autocomplete') ?? '').toLowerCase(),
      hints: clean([element.getAttribute('name') ?? '', element.id, ...frame].join(' ')),
      value: isField ? (element.value ?? '') : '',
      checked:
        element.checked === true || element.matches('[aria-checked=true],[aria-selected=true],[aria-pressed=true]'),
      required: element.required === true || element.getAttribute('aria-required') === 'true',
      enabled:
        !element.matches(':disabled') && element.getAttribute('aria-disabled') !== 'true' && element.readOnly !== true,
      maxLength: Math.max(0, element.maxLength ?? 0),
      options: [...(element.options ?? [])].flatMap(({ value, text, disabled }) => (disabled ? [] : { value, text })),
      named,
      done: (element as unknown as Record<symbol, string | undefined>)[Symbol.for('hosted page')] ?? null,
    });
    elements.push(shown);
  };

  const walk = (node: PageNode, shown: boolean) => {
    if (node.nodeType === 3) {
      const text = shown ? clean(node.nodeValue ?? '') : '';
      if (text !== '') chunks.push(text);
      return;
    }
    let inside = shown;
    if (node.nodeType === 1) {
      const element = node as PageElement;
      if (element.matches('script,style,template,noscript')) return;
      inside = element.checkVisibility({ visibilityProperty: true });
      const named = namedBy(element);
      if (named !== null || element.matches(fields) || element.matches(pressable)) {
        take(element, named);
        if (!element.matches(':has(input,select)')) return;
      }
      if (element.shadowRoot !== null) walk(element.shadowRoot, inside);
    }
    for (const child of node.childNodes) walk(child, inside);
  };
  if (document.body !== null) walk(document.body, true);
  const last = controls.at(-1);
  if (last?.type === 'radio' || last?.type === 'checkbox') last.near = clean(chunks.join(' ')).slice(0, 80);
  const { innerText: text = '' } = document.body ?? {};
  return { survey: { controls, text, ready: document.readyState === 'complete' }, elements };
}
