import type { ReactNode } from 'react';

/** Our pictures, by the name that is stored: lines on a square of 24. */
export const PICTURES: Record<string, ReactNode> = {
  moon: <path d="M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5Z" />,
  bolt: <path d="M13 3 5 14h6l-1 7 8-11h-6l1-7Z" />,
  cup: <path d="M5 9h11v6a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4V9Zm11 1h2a2 2 0 0 1 0 5h-2M8 3v2m4-2v2" />,
  pill: <path d="M4.5 13.5 13.5 4.5a4.2 4.2 0 0 1 6 6l-9 9a4.2 4.2 0 0 1-6-6Zm4.5-4.5 6 6" />,
  wave: <path d="M3 9c3-4 6-4 9 0s6 4 9 0M3 16c3-4 6-4 9 0s6 4 9 0" />,
  heart: <path d="M12 20S4 15 4 9.2A4.2 4.2 0 0 1 12 7a4.2 4.2 0 0 1 8 2.2C20 15 12 20 12 20Z" />,
  drop: <path d="M12 3s6 6.5 6 11a6 6 0 0 1-12 0c0-4.5 6-11 6-11Z" />,
  steps: (
    <path d="M8 4a3 3 0 0 1 3 3c0 3-1 6-3 6s-3-3-3-6a3 3 0 0 1 3-3Zm-1 12h3v2a1.5 1.5 0 0 1-3 0v-2Zm9-7a3 3 0 0 1 3 3c0 3-1 6-3 6s-3-3-3-6a3 3 0 0 1 3-3Z" />
  ),
};

/** A picture of ours, or an emoji. It says nothing that its name does not. */
export function MeasurePicture({ picture }: { picture: string }) {
  const drawn = Object.hasOwn(PICTURES, picture) ? PICTURES[picture] : undefined;
  if (!drawn) return <span aria-hidden="true">{picture}</span>;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width="1.125em"
      height="1.125em"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawn}
    </svg>
  );
}
