import { WifiOff } from 'lucide-react'
import { useOnline } from './use-online.ts'
import './offline-banner.css'

/** Across the top while the network is away; goes by itself when it is back. */
export function OfflineBanner({ onRetry }: { onRetry: () => void }) {
  if (useOnline()) return null
  return (
    <div className="offline" role="status">
      <WifiOff size={16} />
      <span>网络已断开，正在重新连接。恢复前请勿关闭页面。</span>
      <button type="button" className="link" onClick={onRetry}>
        立即重试
      </button>
    </div>
  )
}
