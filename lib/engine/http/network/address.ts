/** An address, or what was meant as one, for people to read: user and password are replaced. */
export function withoutUserInfo(address: string): string {
  return address.replace(/^(\s*(?:[a-z][\w+.-]*:)?\/\/)?.*@/is, '$1***@');
}
