import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { newVersionIsOut } from '../router/new-version.ts'
import './part-failed.css'

/** Over the page's foot: a part of it has not come and is asked for again; or there is a newer page to go to. */
export function PartFailed({ onRetry }: { onRetry: () => void }) {
  const [stale, setStale] = useState(false)
  useEffect(() => {
    newVersionIsOut().then(setStale, () => null)
  }, [])
  return (
    <div className="part-failed" role="alert">
      <WifiOff size={16} />
      <span>{stale ? '页面有新版本，请刷新后继续。' : '网络异常，恢复后自动继续，请勿关闭页面。'}</span>
      <button type="button" className="link" onClick={stale ? () => location.reload() : onRetry}>
        {stale ? '刷新' : '重试'}
      </button>
    </div>
  )
}
