import { Check } from '../../ui/field.tsx'

type CheckListProps = {
  legend: string
  /** What it means when nothing is ticked. */
  none: string
  items: readonly (readonly [id: string, name: string])[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Any of several; none of them means all. */
export function CheckList({ legend, none, items, chosen, onChange }: CheckListProps) {
  const toggle = (id: string, on: boolean) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <fieldset className="flow-checks">
      <legend>
        {legend}
        {chosen.length === 0 && <span className="small muted">　{none}</span>}
      </legend>
      {items.map(([id, name]) => (
        <Check key={id} checked={chosen.includes(id)} onChange={(event) => toggle(id, event.target.checked)}>
          {name}
        </Check>
      ))}
    </fieldset>
  )
}
