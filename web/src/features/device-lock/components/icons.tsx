import type { ReactNode } from 'react';

const Icon = ({ size, children }: { size: number; children: ReactNode }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
);

export const BackspaceIcon = () => (
  <Icon size={26}>
    <path d="M8 5.500h8.500v9H8L3 10zM10.300 8.300l3.400 3.400M13.700 8.300l-3.400 3.400" />
  </Icon>
);

export const FingerprintIcon = () => (
  <Icon size={34}>
    <path d="M3.800 8.200a6.700 6.700 0 0 1 12.400 0M4.800 13.500V11a5.200 5.200 0 0 1 10.400 0v3M7.400 16v-5a2.600 2.600 0 0 1 5.200 0v4.500M10 10.800v6" />
  </Icon>
);

export const LockIcon = () => (
  <Icon size={18}>
    <rect x="4.500" y="9" width="11" height="7.500" rx="2" />
    <path d="M7 9V6.500a3 3 0 0 1 6 0V9" />
  </Icon>
);
