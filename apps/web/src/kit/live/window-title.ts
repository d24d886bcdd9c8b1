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

/** Says in the window's title how many contracts wait for the person. */
export const nameWaiting = (waiting: number) => useTitle.setState({ waiting })

useTitle.subscribe(({ page, waiting }) => {
  document.title = windowTitle(page, waiting, config.brand)
})
