import type { PlatformLine } from '@moqi/api/tenant'
import { formatDate } from '@moqi/domain/time/format-date'
import './platform-lines.css'

/** What the platform did in a space, as its administrators read it. */
export const PlatformLines = ({ lines }: { lines: readonly PlatformLine[] }) => (
  <ol className="platform-lines">
    {lines.map(({ logId, time, who, label, detail }) => (
      <li key={logId}>
        <time className="muted num">{formatDate(time)}</time>
        <b>{label}</b>
        <span className="platform-detail">{detail}</span>
        <span className="muted">{who}</span>
      </li>
    ))}
  </ol>
)
