import { RotateCw } from 'lucide-react'
import { Button } from './button.tsx'
import './empty-state.css'

/** What could not be read, and the way to read it again in place. */
export function LoadingFailed({ onRetry, busy = false }: { onRetry: () => void; busy?: boolean }) {
  return (
    <div className="empty" role="alert">
      <p className="empty-title">加载失败，点击重试</p>
      <div className="empty-act">
        <Button onClick={onRetry} busy={busy}>
          {!busy && <RotateCw size={16} />}重试
        </Button>
      </div>
    </div>
  )
}
