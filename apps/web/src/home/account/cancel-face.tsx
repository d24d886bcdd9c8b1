import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'

/** Gives up a face verification whose page with the code is gone, so that another way is open at once. */
export function CancelFace({ onCancelled }: { onCancelled: () => void }) {
  const [busy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    // One that has ended meanwhile says so by itself.
    await call('cancelFace', {}, { quiet: true }).catch(() => undefined)
    setBusy(false)
    onCancelled()
  }
  return (
    <Button size="l" busy={busy} onClick={() => void cancel()}>
      取消刷脸，换一种方式
    </Button>
  )
}
