import { formatDate } from '@moqi/domain/time/format-date'
import { defineComponent, h, shallowRef, watch } from 'vue'
import { askStatistics, type Statistics } from './ask-statistics.ts'
import type { ExtensionHost } from './extension.ts'
import { figures } from './figures.ts'
import { departments, funnel, people, whenSigned } from './parts.ts'
import { type Period, periodLabels, periods, spanOf, spanText } from './period.ts'
import { trend } from './trend.ts'

/** 数据看板: what became of the contracts that a space has sent, on one page that can be printed. */
export const Board = defineComponent(
  ({ host }: { host: ExtensionHost }) => {
    const period = shallowRef<Period>('months12')
    const departmentId = shallowRef('')
    const shown = shallowRef<Statistics | null>(null)
    const every = shallowRef<Statistics['departmentArray']>([])
    const fault = shallowRef('')
    let asked = 0

    async function load(): Promise<void> {
      const own = ++asked
      fault.value = ''
      const chosen = departmentId.value === '' ? {} : { departmentId: departmentId.value }
      try {
        const found = await askStatistics(host, { ...spanOf(period.value, Date.now()), ...chosen })
        if (own !== asked) return
        shown.value = found
        if (departmentId.value === '') every.value = found.departmentArray
      } catch (error) {
        if (own === asked) fault.value = error instanceof Error ? error.message : String(error)
      }
    }
    watch([period, departmentId], load, { immediate: true })

    const head = () =>
      h('header', { class: 'board-head' }, [
        h('div', [h('h1', '数据看板'), h('p', `${host.space.name}　${spanText(spanOf(period.value, Date.now()))}`)]),
        h('div', { class: 'board-tools' }, [
          every.value.some((one) => one.departmentId !== null)
            ? h(
                'select',
                {
                  'aria-label': '部门',
                  value: departmentId.value,
                  onChange: ({ target }: Event) => {
                    if (target instanceof HTMLSelectElement) departmentId.value = target.value
                  },
                },
                [
                  h('option', { value: '' }, '全部部门'),
                  ...every.value.flatMap((one) =>
                    one.departmentId === null
                      ? []
                      : [h('option', { value: one.departmentId }, one.departmentName ?? '已删除的部门')],
                  ),
                ],
              )
            : null,
          h(
            'div',
            { class: 'board-periods', role: 'group', 'aria-label': '时间' },
            periods.map((one) =>
              h(
                'button',
                { type: 'button', 'aria-pressed': period.value === one, onClick: () => void (period.value = one) },
                periodLabels[one].label,
              ),
            ),
          ),
          h('button', { type: 'button', class: 'board-print', onClick: () => print() }, '打印'),
        ]),
      ])

    const body = () => {
      const found = shown.value
      if (fault.value !== '')
        return h('div', { class: 'board-card board-fault', role: 'alert' }, [
          h('p', fault.value),
          h('button', { type: 'button', onClick: () => void load() }, '重试'),
        ])
      if (!found) return h('p', { class: 'board-card board-empty', role: 'status', 'aria-busy': 'true' }, '正在统计…')
      return [
        figures(found, periodLabels[period.value].before),
        h('div', { class: 'board-grid' }, [
          trend(found.monthArray),
          departments(found),
          funnel(found),
          people(found),
          whenSigned(found),
        ]),
        h('p', { class: 'board-foot' }, [
          '按合同发起的时间统计，不含作废协议与授权书。',
          h('span', { class: 'board-printed' }, `打印于${formatDate(Date.now(), '{y}-{m}-{d} {h}:{i}')}`),
        ]),
      ]
    }
    return () => h('div', { class: 'board' }, [head(), body()])
  },
  { props: ['host'] },
)
