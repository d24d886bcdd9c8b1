import { error, success } from './toast-store.ts'

/** Puts a text on the clipboard, and says whether it is there. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    success('已复制')
  } catch {
    error('复制失败，请手动选择复制')
  }
}
