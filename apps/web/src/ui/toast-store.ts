import { create } from 'zustand'

/** How a message sounds. */
export type ToastKind = 'success' | 'error' | 'info' | 'warning'
/** What can be done about a message, as its last words. */
export type ToastAct = { label: string; onPress: () => void }
/** A short message that is being shown; `key` tells it from others of the same text. */
export type Toast = { key: number; kind: ToastKind; text: string; act?: ToastAct | undefined }

/** ms; a success goes after 2.5 s, an error after 5 s (checklist K7, K8). */
const stay: Record<ToastKind, number> = { success: 2500, info: 2500, error: 5000, warning: 8000 }

/** The messages now shown. */
export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }))

/** Takes one message away. */
export function closeToast(key: number) {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.key !== key) }))
}

const isWarning = ({ kind }: Pick<Toast, 'kind'>) => kind === 'warning'

/** Takes every warning away: it was about what is no longer on screen. */
export function closeWarnings() {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => !isWarning(one)) }))
}

const leaving = new Map<number, ReturnType<typeof setTimeout>>()

/** Lets a message stay for as long as somebody is at it. */
export function holdToast(key: number) {
  clearTimeout(leaving.get(key))
}

/** Lets a message go in its time again. One that offers something to do stays until it is done, closed or outdated. */
export function releaseToast({ key, kind, act }: Toast) {
  holdToast(key)
  if (!act)
    leaving.set(
      key,
      setTimeout(() => closeToast(key), stay[kind]),
    )
}

let shown = 0

function show(kind: ToastKind, text: string, act?: ToastAct): number {
  const { toasts } = useToasts.getState()
  // Several answers with one cause say it once.
  const same = toasts.find((one) => one.kind === kind && one.text === text && !one.act && !act)
  if (same) return same.key
  const toast = { key: ++shown, kind, text, act }
  // What was refused before is settled, or refused anew, by what is said now.
  useToasts.setState({ toasts: [...toasts.filter((one) => !isWarning(one)), toast].slice(-4) })
  releaseToast(toast)
  return toast.key
}

/** A message of success, gone after 2.5 s. */
export const success = (text: string): void => void show('success', text)
/** A message of information, gone after 2.5 s. */
export const info = (text: string): void => void show('info', text)
/** A failure nobody asked about, gone after 5 s. */
export const error = (text: string): void => void show('error', text)
/** A refusal; closable (checklist X7), and gone with its page, with the next thing said, or after 8 s. */
export const warn = (text: string): void => void show('warning', text)
/**
 * A refusal that ends with what can be done about it, and stays as long as its page does; answers what `closeToast`
 * takes.
 */
export const warnWith = (text: string, act: ToastAct): number => show('warning', text, act)
