import { Plus } from 'lucide-react'
import { useSpace } from '../../client/space-store.ts'
import { useNavigate } from '../../router/hooks.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { warn } from '../../ui/toast-store.ts'
import { launchPath } from '../../kit/contract/contract-paths.ts'
import { authPath, noLaunch } from '../../kit/space/space-facts.ts'

/** 发起签署, leading back to `from`; a space that is not authenticated is asked to become so first (checklist X20). */
export function LaunchButton({ from, variant = 'primary' }: { from: string; variant?: 'primary' | 'plain' }) {
  const space = useSpace((state) => state.current)
  const navigate = useNavigate()
  const launch = async () => {
    const refused = noLaunch(space)
    if (refused) return warn(refused)
    if (space?.spaceStatus === 'passAuth') return navigate(launchPath(from))
    const question = { title: '提示', text: '您需要完成实名认证', confirm: '去实名认证', cancel: '取消' }
    if (space && (await ask(question))) await navigate(authPath(space))
  }
  return (
    <Button variant={variant} onClick={() => void launch()}>
      <Plus size={18} />
      发起签署
    </Button>
  )
}
