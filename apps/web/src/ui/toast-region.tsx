import { CircleAlert, CircleCheck, CircleX, Info, X } from 'lucide-react'
import { closeToast, holdToast, releaseToast, useToasts, type ToastKind } from './toast-store.ts'
import './toast-region.css'

const icons: Record<ToastKind, typeof Info> = { success: CircleCheck, error: CircleX, info: Info, warning: CircleAlert }

/** Where messages appear; mounted once at the root and read aloud as they come. */
export function ToastRegion() {
  const toasts = useToasts((state) => state.toasts)
  return (
    <section className="toasts" aria-label="提示信息" aria-live="polite">
      {toasts.map((toast) => {
        const { key, kind, text, act } = toast
        const Icon = icons[kind]
        return (
          <div
            key={key}
            className={`toast toast-${kind}`}
            role={kind === 'error' ? 'alert' : 'status'}
            onPointerEnter={() => holdToast(key)}
            onPointerLeave={() => releaseToast(toast)}
            onFocus={() => holdToast(key)}
            onBlur={() => releaseToast(toast)}
          >
            <Icon size={18} />
            <span>
              {text}
              {act && (
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    closeToast(key)
                    act.onPress()
                  }}
                >
                  {act.label}
                </button>
              )}
            </span>
            {(kind === 'warning' || kind === 'error') && (
              <button type="button" className="toast-close" aria-label="关闭提示" onClick={() => closeToast(key)}>
                <X size={16} />
              </button>
            )}
          </div>
        )
      })}
    </section>
  )
}
