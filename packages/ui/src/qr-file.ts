import { encode } from 'uqr';
import { qrPath } from './qr-path.ts';

/** Cells of white around a code that a scanner expects (ISO/IEC 18004). */
const QUIET_CELLS = 4;
const CELL = 10;
/** Of a PNG: large enough to print. */
const PNG_PIXELS = 1200;

/** A QR code as a path in a square of so many units. */
function shapeOf(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_CELLS });
  return { size: size * CELL, path: qrPath(data, { size: size * CELL, margin: 0, dotScale: 1 }) };
}

/** A QR code as the text of an SVG file: black on white, with its quiet zone. */
export function qrSvg(text: string): string {
  const { size, path } = shapeOf(text);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">`,
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`,
  ].join('');
}

/** The same as a PNG file, drawn by the browser. */
export async function qrPng(text: string): Promise<Blob> {
  const { size, path } = shapeOf(text);
  const canvas = document.createElement('canvas');
  // Whole pixels for each cell, so that its edges are sharp.
  const scale = Math.max(1, Math.round((PNG_PIXELS / size) * CELL)) / CELL;
  canvas.width = canvas.height = size * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = '#000';
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is no array
  context.fill(new Path2D(path));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))), 'image/png');
  });
}
