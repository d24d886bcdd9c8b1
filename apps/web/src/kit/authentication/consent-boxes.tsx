import { hrefOf } from '../../router/leave.ts'
import { Check } from '../../ui/field.tsx'

/** The two consents of a real-name authentication, as its calls name them. */
export type Consent = 'agree' | 'certificateAgree'

type ConsentBoxesProps = {
  /** What is agreed to in each, and the text of it. */
  boxes: readonly { consent: Consent; words: string; notice: { columnId: string; title: string } }[]
  agreed: readonly Consent[]
  faults: Partial<Record<Consent, string>>
  onChange: (agreed: readonly Consent[]) => void
}

/** Two boxes, each ticked by itself and never before. */
export const ConsentBoxes = ({ boxes, agreed, faults, onChange }: ConsentBoxesProps) =>
  boxes.map(({ consent, words, notice }) => (
    <Check
      key={consent}
      name={consent}
      checked={agreed.includes(consent)}
      error={faults[consent]}
      onChange={({ target }) =>
        onChange([...agreed.filter((other) => other !== consent), ...(target.checked ? [consent] : [])])
      }
    >
      {words}
      <a href={hrefOf(`/documentCenter?columnId=${notice.columnId}`)} target="_blank" rel="noreferrer">
        《{notice.title}》
      </a>
    </Check>
  ))
