import { isAddressOrNetwork, networkOf, plainAddress } from './network.js';

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['fe80::1%br-5f2c', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['127.1', '127.1'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('plainAddress', () => {
  it.each([
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:nobody', '::ffff:nobody'],
  ])('of %s is %s', (address, plain) => {
    expect(plainAddress(address)).toBe(plain);
  });
});

describe('isAddressOrNetwork', () => {
  it.each(['192.0.2.7', '10.0.0.0/8', '2001:db8::1', 'fd00::/8'])('takes %s', (text) => {
    expect(isAddressOrNetwork(text)).toBe(true);
  });

  it.each(['', 'proxy.internal', '10', '10/8', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', 'fd00::/129'])(
    'refuses "%s"',
    (text) => {
      expect(isAddressOrNetwork(text)).toBe(false);
    },
  );
});
