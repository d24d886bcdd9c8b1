import { edited, extended, streamBody } from './append-revision.ts'
import { type Attack, type AttackClass, increment } from './attack.ts'
import { prepared, type Victim } from './victims.ts'

const { content, overlaid, resources, font, overlay, image, note, price, graphicsState, layer } = prepared

const emptyForm = streamBody('', '/Type/XObject/Subtype/Form/BBox[0 0 400 60]')

/** Ways to make an overlay vanish that was there when everybody signed. */
function vanishing(victim: Victim): Attack[] {
  const { bytes, catalog, field } = victim
  const [first = 0] = victim.page
  const list: [string, Parameters<typeof increment>[2], Parameters<typeof increment>[3]?][] = [
    ['overlay emptied', [{ number: overlay, body: emptyForm }]],
    ['overlay becomes null', [{ number: overlay, body: 'null' }]],
    ['overlay becomes another type', [{ number: overlay, body: '<</Type/Catalog>>' }]],
    ['overlay freed', [], { entries: [[overlay, 0, 0, 1]] }],
    ['overlay freed with generation 65535', [], { entries: [[overlay, 0, 0, 65535]] }],
    ['overlay without area', [edited(bytes, overlay, '/BBox[0 0 400 60]', '/BBox[0 0 0 0]')]],
    ['overlay moved off the page', [edited(bytes, overlay, '/BBox', '/Matrix[1 0 0 1 9999 0]/BBox')]],
    ['overlay in a layer', [edited(bytes, overlay, '/BBox', `/OC ${layer} 0 R/BBox`)]],
    ['overlay dropped from the resources', [edited(bytes, resources, `/Ov ${overlay} 0 R`, '')]],
    ['overlay re-pointed in the resources', [edited(bytes, resources, `/Ov ${overlay} 0 R`, `/Ov ${image} 0 R`)]],
    ['content that draws it emptied', [{ number: overlaid, body: streamBody('') }]],
    ['content that draws it dropped', [edited(bytes, first, `${overlaid} 0 R`, '')]],
    [
      'order of contents swapped',
      [edited(bytes, first, `${content} 0 R ${overlaid} 0 R`, `${overlaid} 0 R ${content} 0 R`)],
    ],
    [
      'page resources inline, without it',
      [edited(bytes, first, `/Resources ${resources} 0 R`, `/Resources<</Font<</F1 ${font} 0 R>>>>`)],
    ],
    ['overlay transparent', [edited(bytes, graphicsState, '/ca 1', '/ca 0')]],
    ['soft mask over it', [extended(bytes, graphicsState, '/SMask<</S/Alpha>>')]],
    ['image emptied', [edited(bytes, image, '/Width 1', '/Width 0')]],
    ['image with a mask', [edited(bytes, image, '/Width 1', '/Mask[0 255]/Width 1')]],
    ['layer switched off', [edited(bytes, catalog, /\/ON\s*\[/, '/OFF[')]],
    ['layer off for the screen', [extended(bytes, layer, '/Usage<</View<</ViewState/OFF>>>>')]],
    ['layers dropped', [edited(bytes, catalog, /\/OCProperties\s*<<[^]*?>>\s*>>/, '')]],
    ['layer freed', [], { entries: [[layer, 0, 0, 1]] }],
    ['annotation hidden', [edited(bytes, note, '/F 4', '/F 2')]],
    ['annotation dropped', [edited(bytes, first, `${note} 0 R`, '')]],
    ['annotation without appearance', [edited(bytes, note, /\/AP<<[^>]*>>/, '')]],
    ['field hidden', [edited(bytes, price, '/F 4', '/F 2')]],
    ['signed seal hidden', [edited(bytes, field('moqi-0001'), '/F 132', '/F 130')]],
    ['stamp without appearance', [edited(bytes, field('moqi-0004'), /\/AP\s*<<[^>]*>>/, '')]],
  ]
  return list.map(([name, pieces, shape]) => increment(victim, name, pieces, shape))
}

/** The commonest of them in every form of section. */
function forms(victim: Victim): Attack[] {
  const pieces = [{ number: resources, body: `<</Font<</F1 ${font} 0 R>>>>` }]
  return (['table', 'stream', 'packed', 'hybrid'] as const).map((form) =>
    increment(victim, `resources without it, as ${form}`, pieces, { form }),
  )
}

/** Shadow hide: what covered the real content when everybody signed is taken away. */
export const shadowHide: AttackClass = {
  name: 'shadow hide',
  families: ['changed', 'permission'],
  needsPreparation: true,
  attacks: (victim) => [...vanishing(victim), ...forms(victim)],
}
