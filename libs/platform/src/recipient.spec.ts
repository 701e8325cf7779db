import { recipientOf } from './recipient.js';

describe('recipientOf', () => {
  it.each([
    'http://127.0.0.1:11434/v1',
    'http://localhost:11434/v1',
    'http://ollama.localhost/v1',
    'http://[::1]:11434/v1',
    'http://192.168.1.20:11434/v1',
    'http://10.0.0.5/v1',
    'http://172.31.255.1/v1',
    'http://100.100.1.1/v1',
    'http://[fd00::5]/v1',
    'http://[fe80::1]/v1',
    'http://ollama:11434/v1',
    'http://nas.local/v1',
    'http://models.lan/v1',
    'http://models.svc.cluster.internal/v1',
  ])('is undefined for the local address %s', (address) => {
    expect(recipientOf(address)).toBeUndefined();
  });

  it.each([
    ['https://api.openai.com/v1', 'api.openai.com'],
    ['https://Models.Example.org:8443/v1', 'models.example.org:8443'],
    ['https://8.8.8.8/v1', '8.8.8.8'],
    ['https://172.32.0.1/v1', '172.32.0.1'],
    ['https://[2001:db8::1]/v1', '[2001:db8::1]'],
    ['https://localhost.example.org/v1', 'localhost.example.org'],
    ['https://notlocal.org/v1', 'notlocal.org'],
  ])('is the host of %s: %s', (address, recipient) => {
    expect(recipientOf(address)).toBe(recipient);
  });
});
