import { useEffect } from 'react'
import { call } from '../../client/call.ts'
import { queryClient } from '../../client/query-client.ts'
import type { Space } from '../../client/space-store.ts'
import { useNavigate } from '../../router/hooks.ts'
import { ask } from '../../ui/ask-store.ts'
import { consoleQuery } from '../../kit/space/use-console.ts'
import { spaceDetailQuery } from '../../kit/space/use-space-detail.ts'
import { duePrompts, type Prompt } from './startup-prompts.ts'

/** ms after loading (checklist K9). */
const delay = 1500

/** Shows what the space's prompts are, one after another, each once an account (checklist H35, V11–V15). */
export function useStartupPrompts(space: Space) {
  const navigate = useNavigate()
  const { tenantId, spaceType, isSpaceOwner } = space
  useEffect(() => {
    let left = false
    const follow = async ({ leads }: Prompt) => {
      if (leads === 'authentication') await navigate('/company-auth-info')
      if (leads === 'password') await navigate('/user/settings')
      if (leads === 'seals') window.open(await sealPage(tenantId), '_blank', 'noopener')
      return leads !== 'seals'
    }
    const show = async () => {
      const [due] = await Promise.all([readPrompts({ tenantId, spaceType, isSpaceOwner }), pause(delay)])
      for (const prompt of due) {
        if (left) return
        const yes = await ask({
          title: '温馨提示',
          text: prompt.text,
          confirm: prompt.confirm,
          cancel: '稍后再说',
          shown: () => void call('updateRemindFlag', prompt.flag, { quiet: true }).catch(() => null),
        })
        if (yes && (await follow(prompt))) return
      }
    }
    // Whatever cannot be read now is asked with the next visit.
    show().catch(() => null)
    return () => {
      left = true
    }
  }, [tenantId, spaceType, isSpaceOwner, navigate])
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function readPrompts(space: Pick<Space, 'tenantId' | 'spaceType' | 'isSpaceOwner'>): Promise<Prompt[]> {
  const [reminders, { lastChangePwdCode }] = await Promise.all([
    call('companyAuthAndSealCon', {}, { quiet: true }),
    queryClient.fetchQuery(spaceDetailQuery(space.tenantId)),
  ])
  const prompts = duePrompts({ ...reminders, lastChangePwdCode }, space)
  // A window must open in the moment of the press, so its address is there before.
  if (prompts.some(({ leads }) => leads === 'seals')) await sealPage(space.tenantId)
  return prompts
}

const sealPage = async (tenantId: string) => (await queryClient.fetchQuery(consoleQuery(tenantId))).consoleUrl
