import { describe, expect, test } from 'vitest';
import { link, ways } from '../states.support.ts';
import { event, linkAnswer, linkBody, overlapping, type Story } from '../stories.support.ts';

const newer = (story: Story, merchant = 'm1') =>
  story.asks('POST', 'wallet-links', linkBody('ref-2'), 201, linkAnswer('l2', linkBody('ref-2')), { merchant });
const approves = (story: Story, id = 'l1', at = {}) =>
  story.asks('POST', `sandbox/wallet-links/${id}/approve`, undefined, 200, {}, at);
const shows = (story: Story, status: string, id = 'l1') => story.gets(`wallet-links/${id}`, { status });
const linkEvent = (kind: string) =>
  event(`wallet.link.${kind}`, 'l1', { linkId: 'l1', linkRef: 'ref-1', walletId: '0000000001' });
const approved = () => ways['wallet link'].APPROVED?.() ?? link();

describe('a newer request for the same wallet', () => {
  test('cancels the older pending link, which is never approved', () => {
    expect(shows(approves(newer(link())), 'APPROVED').broken).toEqual(['wallet-link.newer-cancels-older']);
    expect(shows(newer(link()).owner('l1', 'approve'), 'APPROVED').broken).toContain('wallet-link.newer-cancels-older');
    expect(approves(newer(link())).hears(linkEvent('approved')).waits(2_000).broken).toEqual(['webhook.link-approved']);
  });

  test.each(['PENDING', 'REJECTED', 'EXPIRED', 'REVOKED'])('may show the older one as %s', (status) => {
    expect(shows(approves(newer(link())), status).broken).toEqual([]);
  });

  test('leaves an approved link, and waits for a decision of its own', () => {
    expect(shows(newer(approved()), 'APPROVED').broken).toEqual([]);
    expect(shows(approves(newer(link()), 'l2'), 'APPROVED', 'l2').broken).toEqual([]);
  });

  test('leaves one that was approved by a call whose answer was lost', () => {
    const lost = link().asks('POST', 'sandbox/wallet-links/l1/approve', undefined, 0, undefined);
    expect(shows(newer(lost), 'APPROVED').broken).toEqual([]);
  });

  test('leaves what may be over, or cancelled already, as it is', () => {
    const lost = (story: Story, method: string, path: string) => story.asks(method, path, undefined, 0, undefined);
    const approve = 'sandbox/wallet-links/l1/approve';
    expect(shows(newer(lost(approved(), 'DELETE', 'wallet-links/l1')), 'REVOKED').broken).toEqual([]);
    // Approved at the last moment before the expiry, or after it.
    expect(shows(newer(approves(link().advances(0.999))), 'EXPIRED').broken).toEqual([]);
    const atOnce = (method: string, path: string) => {
      const story = link();
      const at = overlapping(story);
      return approves(story, 'l1', at).asks(method, path, undefined, 200, {}, at).waits(1_000);
    };
    expect(shows(newer(atOnce('POST', 'sandbox/wallet-links/l1/reject')), 'REJECTED').broken).toEqual([]);
    const revoked = atOnce('DELETE', 'wallet-links/l1');
    expect(shows(newer(revoked.hears(linkEvent('approved'))), 'REVOKED').broken).toEqual([]);
    const third = newer(lost(link(), 'POST', approve)).asks(
      'POST',
      'wallet-links',
      linkBody('ref-3'),
      201,
      linkAnswer('l3', linkBody('ref-3')),
    );
    expect(shows(third, 'EXPIRED').broken).toEqual([]);
  });

  test('of another merchant may leave it, or cancel it', () => {
    expect(shows(approves(newer(link(), 'm2')), 'APPROVED').broken).toEqual([]);
    expect(shows(approves(newer(link(), 'm2')), 'REVOKED').broken).toEqual([]);
  });

  test.each(['m1', 'm2'])('of %s whose answer was lost may leave it, or cancel it', (merchant) => {
    const lost = () => link().asks('POST', 'wallet-links', linkBody('ref-2'), 0, undefined, { merchant });
    expect(shows(approves(lost()), 'APPROVED').broken).toEqual([]);
    expect(shows(lost().advances(2), 'REJECTED').broken).toEqual([]);
  });

  test('that is refused, or asks for a known linkRef, leaves it', () => {
    const refused = link().refused('wallet-links', linkBody('ref-2'), 400, 'invalid_request');
    expect(shows(approves(refused), 'APPROVED').broken).toEqual([]);
    const again = link().asks('POST', 'wallet-links', linkBody(), 200, linkAnswer());
    expect(shows(approves(again), 'APPROVED').broken).toEqual([]);
  });
});

describe('a decision that the state of a link allows', () => {
  const refuses = (story: Story, method: string, path: string, more = {}) =>
    story.asks(method, path, undefined, 409, { error: { code: 'x', message: '' } }, more);

  test.each([
    ['approve', link, 'POST', 'sandbox/wallet-links/l1/approve', 'wallet-link.approved'],
    ['reject', link, 'POST', 'sandbox/wallet-links/l1/reject', 'wallet-link.rejected'],
    ['unlink', approved, 'DELETE', 'wallet-links/l1', 'wallet-link.revoked'],
  ] as const)('%s is not refused', (_, tell, method, path, requirement) => {
    expect(refuses(tell(), method, path).broken).toEqual([requirement]);
    expect(refuses(tell(), method, path, { merchant: 'm2' }).broken).toEqual([]);
  });

  test('may be refused without a key, in another state, and where it may be cancelled', () => {
    const path = 'sandbox/wallet-links/l1/approve';
    expect(refuses(link(), 'POST', path, { key: null }).broken).toEqual([]);
    expect(refuses(approved(), 'POST', path).broken).toEqual([]);
    expect(refuses(newer(link()), 'POST', path).broken).toEqual([]);
    expect(refuses(newer(link(), 'm2'), 'POST', path).broken).toEqual([]);
    expect(refuses(link(), 'DELETE', 'wallet-links/l1').broken).toEqual([]);
  });
});
