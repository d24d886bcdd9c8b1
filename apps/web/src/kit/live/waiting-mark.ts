import { create } from 'zustand'
import { config } from '../../client/config.ts'

/** What the window's title consists of: the page, and how many contracts wait for the person. */
const useTitle = create<{ page: string; waiting: number }>(() => ({ page: '', waiting: 0 }))

/** `(3) 首页 · 墨契`; beyond 99 the number says no more. */
export function windowTitle(page: string, waiting: number, brand: string): string {
  const name = page ? `${page} · ${brand}` : brand
  return waiting > 0 ? `(${countText(waiting)}) ${name}` : name
}

const countText = (waiting: number) => (waiting > 99 ? '99+' : String(waiting))

/** Names the page in the window's title. */
export const showPage = (page: string) => useTitle.setState({ page })

/** Shows in title and icon how many contracts wait for the person. */
export const showWaiting = (waiting: number) => useTitle.setState({ waiting })

useTitle.subscribe(({ page, waiting }, before) => {
  document.title = windowTitle(page, waiting, config.brand)
  if (waiting !== before.waiting) showIcon(waiting)
})

/** The mark, and over its corner the number in ink. */
export function waitingIcon(waiting: number): string {
  const text = waiting > 9 ? '9+' : String(waiting)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect x="1" y="1" width="22" height="22" rx="4.5" fill="#c3311f"/><path d="M12 1v6.6H8v4.4h8v4.4h-4V23" fill="none" stroke="#fff" stroke-width="1.9"/><circle cx="16.500" cy="16.500" r="7.500" fill="#17191e" stroke="#fff" stroke-width="1.200"/><text x="16.500" y="20.200" fill="#fff" font-family="sans-serif" font-size="${text.length > 1 ? 9 : 11}" font-weight="700" text-anchor="middle">${text}</text></svg>`
}

let plain: string | null = null

function showIcon(waiting: number) {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  plain ??= link.href
  link.href = waiting > 0 ? `data:image/svg+xml,${encodeURIComponent(waitingIcon(waiting))}` : plain
}
