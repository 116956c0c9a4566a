import type { QrShape } from '@purser/contract/qr-shape';
import styles from './qr-code.module.css';

/** Dark on white in night mode too: many scanners do not read a code the other way round. The mark stands where room was kept for it. */
export function QrCode({ qr, label }: { qr: QrShape; label: string }) {
  const { at, size } = qr.logo;
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      width={qr.size}
      height={qr.size}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <g transform={`translate(${qr.margin} ${qr.margin}) scale(${qr.cell})`}>
        <path d={qr.path} fill="#0c1322" />
      </g>
      {size > 0 && (
        <g transform={`translate(${at + size * 0.1} ${at + size * 0.1}) scale(${(size * 0.8) / 24})`} shapeRendering="auto">
          <rect width="24" height="24" rx="7" fill="#1b56e0" />
          <path
            d="M8.2 18V6.5h4.6a3.6 3.6 0 0 1 0 7.2H8.2"
            fill="none"
            stroke="#fff"
            strokeWidth="2.3"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </g>
      )}
    </svg>
  );
}
