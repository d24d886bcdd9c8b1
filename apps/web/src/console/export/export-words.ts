import type { CompanyExport } from '@moqi/api/company-export'
import type { Tone } from '../../ui/tag.tsx'

const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** Bytes as people read them: 38.6 GB. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}

/** How far an export is, in percent: packing is most of it, and reading it back the rest. */
export function partDone({
  exportState,
  taskNumber,
  packedNumber,
  checkedNumber,
  leftOutNumber,
}: CompanyExport): number {
  if (exportState === 'done' || exportState === 'expired') return 100
  const whole = Math.max(1, taskNumber)
  return Math.min(99, Math.floor((75 * (packedNumber + leftOutNumber)) / whole + (24 * checkedNumber) / whole))
}

/** What stands for a state of an export. */
export const stateWords: Readonly<Record<CompanyExport['exportState'], { word: string; tone: Tone }>> = {
  running: { word: '正在导出', tone: 'blue' },
  paused: { word: '已暂停', tone: 'grey' },
  failed: { word: '已中断', tone: 'ochre' },
  done: { word: '可下载', tone: 'green' },
  cancelled: { word: '已取消', tone: 'void' },
  expired: { word: '已过期', tone: 'void' },
}

/** How the archive is checked without us, and without its being opened. */
export const verifyLine = (fileName: string): string =>
  `npm run verify -- \\\n  --evidence ${fileName} \\\n  --root 根证书.pem`
