/** The mark, and over its corner the number in ink. */
export function waitingIcon(waiting: number): string {
  const text = waiting > 9 ? '9+' : String(waiting)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect x="1" y="1" width="22" height="22" rx="4.5" fill="#c3311f"/><path d="M12 1v6.6H8v4.4h8v4.4h-4V23" fill="none" stroke="#fff" stroke-width="1.9"/><circle cx="16.500" cy="16.500" r="7.500" fill="#17191e" stroke="#fff" stroke-width="1.200"/><text x="16.500" y="20.200" fill="#fff" font-family="sans-serif" font-size="${text.length > 1 ? 9 : 11}" font-weight="700" text-anchor="middle">${text}</text></svg>`
}

let plain: string | null = null

/** Shows in the window's icon how many contracts wait for the person. */
export function drawWaiting(waiting: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  plain ??= link.href
  link.href = waiting > 0 ? `data:image/svg+xml,${encodeURIComponent(waitingIcon(waiting))}` : plain
}
