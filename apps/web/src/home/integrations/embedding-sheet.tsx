import type { Embedding } from '@moqi/api/embedding'
import { checkOrigin, checkReturn, embedLimits } from '@moqi/domain/integrations/embed-rules'
import { useId } from 'react'
import { call } from '../../client/call.ts'
import { isText } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import '../../kit/form/form-sheet.css'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'

type EmbeddingSheetProps = {
  integrationId: string
  embedding: Embedding
  onDone: (saved: Embedding) => void
  onClose: () => void
}

const linesOf = (text: string) => text.split(/\s+/).filter(Boolean)

/** What is wrong with the lines; null when nothing is. */
function faultOfLines(lines: readonly string[], check: typeof checkOrigin, most: number): string | null {
  if (lines.length > most) return `最多${most}个`
  for (const line of lines) {
    const checked = check(line)
    if (!checked.ok) return checked.message
  }
  return null
}

/** Sets from where the signing pages may be framed, and where they lead back to. */
export function EmbeddingSheet({ integrationId, embedding, onDone, onClose }: EmbeddingSheetProps) {
  const id = useId()
  const keyOf = useRepeatKey()
  const [origins, setOrigins] = useKept('origins', isText, () => embedding.originArray.join('\n'))
  const [returns, setReturns] = useKept('returns', isText, () => embedding.returnArray.join('\n'))
  const { form, faultOf, submit, busy } = useSheetForm<'originArray' | 'returnArray', Embedding>({
    check: () => {
      const originArray = faultOfLines(linesOf(origins), checkOrigin, embedLimits.origins)
      const returnArray = faultOfLines(linesOf(returns), checkReturn, embedLimits.returns)
      return { ...(originArray && { originArray }), ...(returnArray && { returnArray }) }
    },
    send: () => {
      const input = { integrationId, originArray: linesOf(origins), returnArray: linesOf(returns) }
      return call('saveEmbedding', input, { key: keyOf(input), quiet: true })
    },
    onDone,
    otherwise: 'originArray',
  })
  return (
    <Sheet
      title="嵌入签署设置"
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            保存
          </Button>
        </>
      }
    >
      <form id={id} ref={form} className="form-sheet" noValidate onSubmit={submit}>
        <TextArea
          label="可嵌入的网站"
          hint="每行一个来源，例如 https://oa.example.com；其他网站嵌入时只显示空白"
          value={origins}
          error={faultOf('originArray')}
          data-first
          onChange={(event) => setOrigins(event.target.value)}
        />
        <TextArea
          label="返回地址"
          hint="每行一个网址，例如 https://oa.example.com/contracts；签署后可以带参数返回"
          value={returns}
          error={faultOf('returnArray')}
          onChange={(event) => setReturns(event.target.value)}
        />
      </form>
    </Sheet>
  )
}
