/** A file's size as people read it: `386 KB`, `14.8 MB`. */
export function fileSizeText(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  return `${megabytes(bytes)} MB`
}

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)

/** How far an upload is: `9.5 / 14.8 MB，约 6 秒`; `part` is 0–1, `elapsed` ms since it began. */
export function uploadProgressText(bytes: number, part: number, elapsed: number): string {
  if (part >= 1) return '正在检查文件…'
  const done = `${megabytes(bytes * part)} / ${megabytes(bytes)} MB`
  // The first moments say nothing about the speed.
  if (part < 0.05 || elapsed < 1000) return done
  return `${done}，约 ${Math.max(1, Math.round((elapsed * (1 - part)) / part / 1000))} 秒`
}
