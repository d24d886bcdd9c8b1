import { create } from 'zustand'

/** How a message sounds. */
export type ToastKind = 'success' | 'error' | 'info' | 'warning'
export type Toast = { key: number; kind: ToastKind; text: string }

/** ms; a success goes after 2.5 s, an error after 5 s (checklist K7, K8). Zero stays until it is closed. */
const stay: Record<ToastKind, number> = { success: 2500, info: 2500, error: 5000, warning: 0 }

/** The messages now shown. */
export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }))

/** Takes one message away. */
export function closeToast(key: number) {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.key !== key) }))
}

let shown = 0

function show(kind: ToastKind, text: string) {
  const { toasts } = useToasts.getState()
  // Several answers with one cause say it once.
  if (toasts.some((one) => one.kind === kind && one.text === text)) return
  const key = ++shown
  useToasts.setState({ toasts: [...toasts, { key, kind, text }].slice(-4) })
  if (stay[kind] > 0) setTimeout(() => closeToast(key), stay[kind])
}

/** A message of success, gone after 2.5 s. */
export const success = (text: string) => show('success', text)
/** A message of information, gone after 2.5 s. */
export const info = (text: string) => show('info', text)
/** A failure nobody asked about, gone after 5 s. */
export const error = (text: string) => show('error', text)
/** A refusal; it stays until it is closed (checklist X7). */
export const warn = (text: string) => show('warning', text)
