import { Star } from 'lucide-react'
import { useState } from 'react'
import { ChoiceGroup, type GroupProps, radioProps } from './choices.tsx'
import { joinClasses } from './class-names.ts'

const places = [1, 2, 3, 4, 5] as const

type StarsProps = {
  /** 0 to 5; a star is filled from its half on. */
  value: number
  /** Read aloud in place of the stars: '4 out of 5 stars'. */
  label: string
  className?: string | undefined
}

/** A rating out of five stars. */
export function Stars({ value, label, className }: StarsProps) {
  return (
    <span role="img" aria-label={label} className={joinClasses('inline-flex gap-0.5', className)}>
      {places.map((place) => (
        <Star
          key={place}
          aria-hidden="true"
          className={joinClasses('size-4.5 text-gold-ink', value >= place - 0.5 && 'fill-gold')}
        />
      ))}
    </span>
  )
}

type StarRadioProps = GroupProps & {
  /** Of the first star, for what leads to the group. */
  id?: string | undefined
  /** '3 stars, good': what each star means. */
  labelOf: (stars: number) => string
}

/** One to five stars: radios, so that arrows and screen readers work as everywhere; all up to the chosen one are filled. */
export function StarRadio({ id, labelOf, ...group }: StarRadioProps) {
  const [chosen, setChosen] = useState(group.defaultValue)
  const choose = (value: string) => {
    setChosen(value)
    group.onChange?.(value)
  }
  return (
    <ChoiceGroup {...group}>
      <span className="star-choice -ms-2 flex flex-wrap items-center">
        {places.map((place) => (
          <label
            key={place}
            title={labelOf(place)}
            className="relative grid size-12 cursor-pointer place-items-center rounded-sm text-gold-ink has-focus-visible:outline-3 has-focus-visible:outline-primary-strong hover:bg-sunken"
          >
            <input
              {...radioProps({ ...group, onChange: choose }, String(place), undefined)}
              id={place === 1 ? id : undefined}
              aria-label={labelOf(place)}
              className="absolute inset-0 cursor-[inherit] opacity-0"
            />
            <Star aria-hidden="true" data-full={place <= Number(chosen) || undefined} className="size-8" />
          </label>
        ))}
        {/* Where it has no room beside the stars, its line is kept free: nothing below moves at the choice. */}
        <span aria-hidden="true" className="ms-2 min-h-[1lh] text-ink-2 max-sm:basis-full">
          {chosen ? labelOf(Number(chosen)) : null}
        </span>
      </span>
    </ChoiceGroup>
  )
}
