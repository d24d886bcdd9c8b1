import {
  formsFor,
  longestLine,
  purposeTable,
  type SealDesign,
  sealFormLabel,
  sealForms,
} from '@moqi/domain/seals/company-seal'
import { sealColorLabels, sealColors } from '@moqi/domain/seals/seal-colors'
import { Lock } from 'lucide-react'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { type Carving, withForm } from './carving.ts'

type CarvingFieldsProps = {
  carving: Carving
  companyName: string
  faultOf: (field: string) => string | undefined
  onChange: (carving: Carving) => void
  onPurpose: () => void
}

const details = ['开户行', '账号', '电话'] as const

/** Everything about a seal that its maker chooses; the ring's text is not among it. */
export function CarvingFields({ carving, companyName, faultOf, onChange, onPurpose }: CarvingFieldsProps) {
  const { design, name } = carving
  const { label, line, kind } = purposeTable[design.purpose]
  const set = (change: Partial<SealDesign>) => onChange({ name, design: { ...design, ...change } })
  const longest = longestLine(companyName)
  const round = sealForms[design.form].kind === 'round'
  return (
    <>
      <div className="spread">
        <span>
          <span className="carving-label">印章类型</span>
          <b>{label}</b>
        </span>
        <button type="button" className="link" onClick={onPurpose}>
          更换
        </button>
      </div>
      {kind === 'company' && (
        <div>
          <span className="carving-label">环形文字</span>
          <p className="carving-fixed">
            <Lock size={16} aria-hidden="true" />
            {companyName}
          </p>
          <p className="hint">取自企业认证名称，不可修改</p>
        </div>
      )}
      {line === 'own' && (
        <Field
          label="横排文字"
          maxLength={longest}
          hint={`${[...design.line].length} / ${longest} 字，${round ? '在圆心下方' : '在中间'}`}
          error={faultOf('lineText')}
          value={design.line}
          onChange={(event) => set({ line: event.target.value })}
        />
      )}
      <div className="carving-pair">
        <SelectField
          label="规格"
          error={faultOf('sealForm')}
          value={design.form}
          options={formsFor(design.purpose, companyName).map((value) => ({ value, label: sealFormLabel(value) }))}
          onChange={(form) => onChange(withForm(carving, form))}
        />
        {round && design.form !== 'round58' && (
          <div>
            <span className="carving-label" aria-hidden="true">
              中心
            </span>
            <Segmented
              label="中心"
              options={[
                { value: 'star', label: '五角星' },
                { value: 'none', label: '无' },
              ]}
              value={design.star ? 'star' : 'none'}
              onChange={(centre) => set({ star: centre === 'star' })}
            />
          </div>
        )}
      </div>
      {design.form === 'round58' &&
        details.map((detail, index) => (
          <Field
            key={detail}
            label={`${detail}（选填）`}
            maxLength={20}
            error={index === 0 ? faultOf('detailArray') : undefined}
            value={design.details[index] ?? ''}
            onChange={(event) =>
              set({ details: details.map((_, at) => (at === index ? event.target.value : (design.details[at] ?? ''))) })
            }
          />
        ))}
      <Inks design={design} onChange={(color) => set({ color })} />
      {kind === 'company' && design.purpose !== 'invoice' && round && (
        <Field
          label="防伪码（选填）"
          inputMode="numeric"
          maxLength={13}
          hint="13位数字，由公安机关备案后取得，平台不会生成"
          error={faultOf('antiForgeryCode')}
          value={design.code}
          onChange={(event) => set({ code: event.target.value.replaceAll(/\D/g, '') })}
        />
      )}
      <Field
        label="印章名称"
        maxLength={30}
        hint="只用于区分印章，不刻在印章上"
        error={faultOf('sealName')}
        value={name}
        onChange={(event) => onChange({ ...carving, name: event.target.value })}
      />
    </>
  )
}

function Inks({ design, onChange }: { design: SealDesign; onChange: (color: SealDesign['color']) => void }) {
  return (
    <fieldset className="carving-label-set">
      <legend className="carving-label">颜色</legend>
      <div className="carving-inks">
        {purposeTable[design.purpose].colors.map((color) => (
          <label key={color} className="carving-ink">
            <input
              type="radio"
              name="ink"
              className="sr"
              checked={color === design.color}
              onChange={() => onChange(color)}
            />
            <i style={{ background: sealColors[color] }} aria-hidden="true" />
            {sealColorLabels[color]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
