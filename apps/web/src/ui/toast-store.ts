import { create } from 'zustand'

/** How a message sounds. */
export type ToastKind = 'success' | 'error' | 'info' | 'warning'
/** What can be done about a message, as its last words. */
export type ToastAct = { label: string; onPress: () => void }
/** A short message that is being shown; `key` tells it from others of the same text. */
export type Toast = { key: number; kind: ToastKind; text: string; act?: ToastAct | undefined }

/** ms; a success goes after 2.5 s, an error after 5 s (checklist K7, K8). Zero stays until it is closed. */
const stay: Record<ToastKind, number> = { success: 2500, info: 2500, error: 5000, warning: 0 }

/** The messages now shown. */
export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }))

/** Takes one message away. */
export function closeToast(key: number) {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.key !== key) }))
}

let shown = 0

function show(kind: ToastKind, text: string, act?: ToastAct): number {
  const { toasts } = useToasts.getState()
  // Several answers with one cause say it once.
  const same = toasts.find((one) => one.kind === kind && one.text === text && !one.act && !act)
  if (same) return same.key
  const key = ++shown
  useToasts.setState({ toasts: [...toasts, { key, kind, text, act }].slice(-4) })
  if (stay[kind] > 0) setTimeout(() => closeToast(key), stay[kind])
  return key
}

/** A message of success, gone after 2.5 s. */
export const success = (text: string): void => void show('success', text)
/** A message of information, gone after 2.5 s. */
export const info = (text: string): void => void show('info', text)
/** A failure nobody asked about, gone after 5 s. */
export const error = (text: string): void => void show('error', text)
/** A refusal; it stays until it is closed (checklist X7). */
export const warn = (text: string): void => void show('warning', text)
/** A refusal that ends with what can be done about it; answers what `closeToast` takes. */
export const warnWith = (text: string, act: ToastAct): number => show('warning', text, act)
