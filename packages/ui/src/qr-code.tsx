import { encode } from 'uqr';
import { useMemo } from 'react';
import { qrPath } from './qr-path.ts';
import { useKitTexts } from './texts.tsx';

export interface QrCodeProps {
  readonly text: string;
  /** Width and height in pixels, margin included. */
  readonly size?: number;
  /** Quiet zone around the code, in pixels of `size`. */
  readonly margin?: number;
  /** An image for the middle. */
  readonly logo?: string;
  /** Width of the logo as a share of the code's. */
  readonly logoScale?: number;
  /** Size of each dot as a share of its cell: above 0, up to 1. */
  readonly dotScale?: number;
  /** Accessible name. */
  readonly label?: string;
}

/** A QR code as one SVG path, dark on white in every theme, because scanners expect it so. */
export function QrCode({ text, size = 400, margin = 20, logo, logoScale = 0.2, dotScale = 1, label }: QrCodeProps) {
  const { t } = useKitTexts();
  // A logo hides part of the code, which only the higher correction levels repair.
  const path = useMemo(() => {
    const matrix = encode(text, { ecc: logo === undefined ? 'M' : 'H', border: 0 });
    return qrPath(matrix.data, { size, margin, dotScale });
  }, [text, logo, size, margin, dotScale]);
  const logoSize = (size - 2 * margin) * logoScale;
  const logoAt = (size - logoSize) / 2;
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={size}
      style={{ maxWidth: '100%', height: 'auto', borderRadius: 8 }}
      role="img"
      aria-label={label ?? t('kit.qrCode')}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
      {logo !== undefined && (
        <>
          <rect x={logoAt - 4} y={logoAt - 4} width={logoSize + 8} height={logoSize + 8} rx="6" fill="#fff" />
          <image href={logo} x={logoAt} y={logoAt} width={logoSize} height={logoSize} />
        </>
      )}
    </svg>
  );
}
