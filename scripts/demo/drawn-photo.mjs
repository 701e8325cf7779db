import { chance, pick } from './chance.mjs';
import { pngOf } from './png.mjs';

/* Photos that nobody took: hills under a sky, drawn point by point. */

/** Colours from the top of the sky to the horizon, of the sun, and of the hills from far to near, in hexadecimal. */
const SCENES = [
  { top: '5b8fc7', horizon: 'dcebf4', sun: 'fff6d5', hills: ['93a9c2', '6b86a3', '48604f'] },
  { top: '3b3f74', horizon: 'f2a977', sun: 'ffe3a8', hills: ['8d6f8c', '5e4f77', '2c2b4a'] },
  { top: '8fb4cf', horizon: 'f7ead7', sun: 'ffffff', hills: ['b7c9b0', '86a474', '4f7345'] },
  { top: '8c98a3', horizon: 'd6dade', sun: 'eef0f0', hills: ['a5b0b5', '7c8a8f', '556266'] },
  { top: '15193a', horizon: '4b4f82', sun: 'f3efd9', hills: ['333763', '23264a', '121429'] },
];
/** Points of the longer side and of the shorter one. */
const [LONG, SHORT] = [960, 640];

/**
 * A PNG, upright for every fourth seed or so. The same seed always gives the same one.
 * @param {string} seed
 */
export function drawnPhoto(seed) {
  const scene = pick(SCENES, seed, 'scene');
  const isUpright = chance(seed, 'upright') < 0.25;
  const [width, height] = isUpright ? [SHORT, LONG] : [LONG, SHORT];
  const sky = { top: colourOf(scene.top), horizon: colourOf(scene.horizon) };
  const sun = {
    colour: colourOf(scene.sun),
    x: width * (0.2 + 0.6 * chance(seed, 'sun')),
    y: height * (0.2 + 0.2 * chance(seed, 'high')),
    radius: SHORT * 0.07,
  };
  const columns = Array.from({ length: width }, (_, x) => x);
  const hills = scene.hills.map((colour, n) => {
    const line = hillOf(seed, n);
    return { colour: colourOf(colour), tops: columns.map((x) => height * line(x)) };
  });
  const skies = Array.from({ length: height }, (_, y) => {
    const share = Math.min(1, y / (height * 0.6));
    return sky.top.map((value, n) => value + ((sky.horizon[n] ?? value) - value) * share);
  });
  return painted(width, height, (x, y) => {
    const hill = hills.findLast(({ tops }) => y > (tops[x] ?? 0));
    if (hill) return hill.colour;
    return Math.hypot(x - sun.x, y - sun.y) < sun.radius ? sun.colour : (skies[y] ?? sky.top);
  });
}

/**
 * How far down a hill begins, as a share of the height. Nearer hills begin lower.
 * @param {string} seed
 * @param {number} number
 */
function hillOf(seed, number) {
  const [rise, turn] = [chance(seed, 'rise', number), chance(seed, 'turn', number)];
  /** @param {number} x */
  return (x) => {
    const at = (x / LONG) * 2 * Math.PI;
    return (
      0.5 +
      0.16 * number +
      0.07 * Math.sin(at * (1 + rise) + turn * 7) +
      0.025 * Math.sin(at * 3.3 + rise * 9)
    );
  };
}

/** @param {string} hex */
const colourOf = (hex) => [...Buffer.from(hex, 'hex')];

/**
 * @param {number} width
 * @param {number} height
 * @param {(x: number, y: number) => number[]} colourAt red, green and blue, 0 to 255
 */
function painted(width, height, colourAt) {
  // Each row begins with its filter: none.
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [red = 0, green = 0, blue = 0] = colourAt(x, y);
      const at = y * (1 + width * 3) + 1 + x * 3;
      rows[at] = red;
      rows[at + 1] = green;
      rows[at + 2] = blue;
    }
  return pngOf(width, height, 'colour', rows);
}
