import { checks, expect, shared } from '../../lib/interface/index.ts';
import { localAddresses } from '../support/requests/local-addresses.ts';

// `returnUrl`: "Must be https in live". What decides is the scheme, however the rest of the address looks.

const addresses: Readonly<Record<string, string>> = {
  'an http address': 'http://shop.example.com/return',
  'an http address in capitals': 'HTTP://SHOP.EXAMPLE.COM/RETURN',
  'an http address with a port': 'http://shop.example.com:8080/return',
  'an http address with the port of https': 'http://shop.example.com:443/return',
  'an http address with https in its query': 'http://shop.example.com/return?next=https://shop.example.com/',
  'an http address with https in its path': 'http://shop.example.com/https://shop.example.com/',
  'an http address with https as its host': 'http://https.example.com/return',
  ...Object.fromEntries(
    Object.entries(localAddresses).map(([what, address]) => [`an http address of ${what}`, address]),
  ),
  'an ftp address': 'ftp://shop.example.com/return',
};

const seller = shared('a live seller', ['live', 'wallets'], ({ wallets }) => wallets.make({ environment: 'live' }));

checks(
  'environment.live-return-url-https',
  Object.entries(addresses),
  ([what]) => `a checkout that returns to ${what} is refused`,
  async ({ live }, [, returnUrl]) => {
    expect(await live.createCheckout({ returnUrl })).toBeRefusedWith(400, 'invalid_request');
  },
  { drawn: 3 },
);

checks(
  'environment.live-escrow-return-url-https',
  Object.entries(addresses),
  ([what]) => `an escrow that returns to ${what} is refused`,
  async (context, [, returnUrl]) => {
    const { walletId } = await seller(context);

    const answer = await context.live.createEscrow({ seller: { walletId }, returnUrl });

    expect(answer).toBeRefusedWith(400, 'invalid_request');
  },
  { drawn: 3 },
);
