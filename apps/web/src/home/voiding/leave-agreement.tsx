import { useBlocker } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'

/** Asks before the agreement is left while something that was written is not saved. */
export function LeaveAgreement({ isUnsaved }: { isUnsaved: boolean }) {
  const blocker = useBlocker(({ pathname }) => isUnsaved && pathname !== '/launchtask')
  if (!blocker) return null
  return (
    <Sheet
      title="离开此页？"
      onClose={() => blocker.reset()}
      footer={
        <>
          <Button variant="danger" onClick={() => blocker.proceed()}>
            不保存
          </Button>
          <Button variant="primary" data-first onClick={() => blocker.reset()}>
            继续填写
          </Button>
        </>
      }
    >
      <p>填写的内容还没有保存，离开后将丢失。</p>
    </Sheet>
  )
}
