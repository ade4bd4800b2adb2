/** An address, or a malformed one, for display: user and password are replaced. */
export function withoutUserInfo(address: string): string {
  return address.replace(/^(\s*(?:[a-z][\w+.-]*:)?\/\/)?.*@/is, '$1***@');
}
