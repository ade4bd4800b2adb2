/**
 * http addresses of a machine or a network of one's own, by what they are. "Must be https in live" makes no exception for them, though a
 * service that is convenient for developers may.
 */
export const localAddresses: Readonly<Record<string, string>> = {
  'the machine itself': 'http://localhost/return',
  'the machine itself, with a port': 'http://localhost:3000/return',
  'the machine itself, in numbers': 'http://127.0.0.1:3000/return',
  'the machine itself, in numbers of IPv6': 'http://[::1]:8080/return',
  'a private network': 'http://192.168.0.17/return',
  'another private network': 'http://10.0.0.5:8080/return',
  'a host for tests': 'http://shop.test/return',
  'a host within localhost': 'http://shop.localhost:3000/return',
};
