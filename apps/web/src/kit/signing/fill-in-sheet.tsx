import { areaOf } from '@moqi/api/wire/area'
import { checkFillIn } from '@moqi/domain/contract/fill-in'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { FillInField, type FillInFieldProps } from './fill-in-field.tsx'
import { fillInName } from './fill-in-name.ts'

type FillInSheetProps = Pick<FillInFieldProps, 'position' | 'value' | 'onType'> & {
  /** What is here is right: on to the next place. */
  onDone: () => void
  onClose: () => void
}

/** One fill-in in a sheet, for a phone: large enough to type in. */
export function FillInSheet({ position, value, onType, onDone, onClose }: FillInSheetProps) {
  const [loud, setLoud] = useState(false)
  const done = () => (checkFillIn(areaOf(position), value).ok ? onDone() : setLoud(true))
  return (
    <Sheet
      title={fillInName(position)}
      onClose={onClose}
      width={440}
      footer={
        <Button variant="primary" size="l" block onClick={done}>
          完成
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          done()
        }}
      >
        <FillInField first position={position} value={value} loud={loud} onType={onType} />
      </form>
    </Sheet>
  )
}
