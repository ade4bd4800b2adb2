// Changes to the page that Allure generates, for which Allure has no settings.

/**
 * Removes the analytics tag that Allure's page contains and that no setting removes: a report for auditors must not make network
 * requests. The policy makes browsers refuse those that a later version might add.
 */
export function withoutCalls(page: string): string {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'">`;
  const stripped = page
    .replace(/<script[^>]*googletagmanager\.com[^>]*><\/script>\s*/g, '')
    .replace(/<script>\s*window\.dataLayer[\s\S]*?<\/script>\s*/g, '')
    .replace(/<head>/, `<head>\n    ${policy}`);
  if (/googletagmanager|gtag\(/.test(stripped.replace(/base64,[A-Za-z0-9+/=]+/g, ''))) {
    throw new Error('the Allure page still calls for analytics: its template has changed');
  }
  if (!stripped.includes(policy)) throw new Error('the Allure page has no head for a policy: its template has changed');
  return stripped;
}

/**
 * Keeps the page at its top when it opens, where the verdict is: Allure scrolls to the first test of its tree. Once somebody has used the
 * page, or where an address leads to a test, it scrolls as it does.
 */
export function openedAtItsTop(page: string): string {
  const script = `<script>
      {
        const scrollTop = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop');
        let isUsed = location.hash.length > 1;
        const use = () => { isUsed = true; };
        for (const name of ['keydown', 'pointerdown']) addEventListener(name, use, { capture: true, once: true });
        const set = function (top) {
          if (isUsed) scrollTop.set.call(this, top);
        };
        Object.defineProperty(Element.prototype, 'scrollTop', { ...scrollTop, set });
      }
    </script>`;
  return page.replace('</title>', () => `</title>\n    ${script}`);
}

/** A leaf of Allure's tree, as far as it is used here. */
interface Leaf {
  readonly tags?: readonly string[];
  start?: number;
}

interface Tree {
  readonly leavesById: Record<string, Leaf>;
  readonly groupsById: Record<string, { leaves?: string[] }>;
}

/**
 * Sorts the tree by `ids`, the order of the register, which is that of the document. Allure sorts by the time at which tests began, and
 * the seed decides the order in which checks begin: so the tree's own copies of that time are replaced by positions in the register.
 * Leaves without one, such as load results, come last. The tests themselves keep their times.
 */
export function inOrder(page: string, ids: readonly string[]): string {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ tags = [] }: Leaf) => Math.min(places.size, ...tags.map((tag) => places.get(tag) ?? places.size));
  const rank = new Map<string, number>();
  const sorted = changed<Tree>(page, 'tree', (tree) => {
    const leaves = Object.entries(tree.leavesById).sort(
      ([, a], [, b]) => placeOf(a) - placeOf(b) || (a.start ?? 0) - (b.start ?? 0),
    );
    for (const [place, [id, leaf]] of leaves.entries()) {
      leaf.start = place;
      rank.set(id, place);
    }
    for (const { leaves: ids = [] } of Object.values(tree.groupsById)) {
      ids.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
      for (const [place, id] of ids.entries()) Object.assign(tree.leavesById[id] ?? {}, { groupOrder: place + 1 });
    }
    return tree;
  });
  if (rank.size === 0) throw new Error('the Allure page has no tree to put in order: its template has changed');
  return changed<string[]>(sorted, 'nav', (ids) => ids.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0)));
}

/** Changes all data of this name that the page contains, for all tests together and for each environment. */
function changed<T>(page: string, name: string, change: (data: T) => T): string {
  const entry = new RegExp(`d\\("(widgets/(?:[^"]+/)?${name}\\.json)","([A-Za-z0-9+/=]+)"\\)`, 'g');
  return page.replace(entry, (_, path: string, data: string) => {
    const value = change(JSON.parse(Buffer.from(data, 'base64').toString()) as T);
    return `d("${path}","${Buffer.from(JSON.stringify(value)).toString('base64')}")`;
  });
}
