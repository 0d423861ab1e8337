import { Check, Clock, MapPin, Menu, Users } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../src/ui/badge.tsx'
import { Button, buttonClass } from '../../src/ui/button.tsx'
import { Card, PassCard } from '../../src/ui/card.tsx'
import { ChipRadio, DateStrip } from '../../src/ui/choices.tsx'
import { Logo } from '../../src/ui/logo.tsx'
import { Guilloche, KhatamLattice } from '../../src/ui/patterns.tsx'
import { Picture } from '../../src/ui/picture.tsx'
import { pictureOf } from '../../src/ui/pictures.ts'
import { Price, PriceSum } from '../../src/ui/price.tsx'
import { Stepper } from '../../src/ui/stepper.tsx'

const tours = [
  ['desert-1', 'Evening desert safari with dinner', '6 hours', '₹4,200', '₹5,000'],
  ['skyline-3', 'Dubai city tour with the golden frame', '8 hours', '$48', ''],
  ['marina-3', 'Marina dhow cruise with buffet dinner and live music on deck', '2 hours', 'AED 165', ''],
] as const

const days = Array.from({ length: 14 }, (_, index) => ({
  value: `2026-11-${21 + index}`,
  weekday: ['Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri'][index % 7] ?? '',
  day: String(index < 10 ? 21 + index : index - 9),
  month: index < 10 ? 'Nov' : 'Dec',
  label: `${index < 10 ? 21 + index : index - 9} ${index < 10 ? 'November' : 'December'} 2026`,
  disabled: index === 3,
}))

const slots = ['09:00', '10:00', '11:00', '14:00', '15:00', '16:00'].map((time) => ({
  value: time,
  label: time,
  disabled: time === '11:00',
}))

export function ShopPart() {
  return (
    <>
      <header className="flex items-center gap-3 border-line border-b bg-surface px-4 py-2.5 md:px-8">
        <a href="#top" className="logo">
          <Logo name="Safar" />
        </a>
        <span className="flex-1" />
        <Button
          variant="secondary"
          className="rounded-full"
          aria-label="Currency and language, now Indian rupee, English"
        >
          ₹ · EN
        </Button>
        <Button variant="quiet" iconOnly aria-label="Menu">
          <Menu aria-hidden="true" />
        </Button>
      </header>
      <main id="content">
        <Hero />
        <div className="mx-auto max-w-6xl space-y-10 p-4 md:p-8">
          <section aria-labelledby="trending" className="space-y-4">
            <h2 id="trending">Trending now</h2>
            <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {tours.map(([name, title, time, price, was]) => (
                <li key={name} className="grid">
                  <TourCard name={name} title={title} time={time} price={price} was={was} />
                </li>
              ))}
            </ul>
          </section>
          <section aria-labelledby="pass" className="grid gap-6 lg:grid-cols-[1fr_26rem]">
            <div className="space-y-6">
              <h2 id="pass">A ticket and a visa</h2>
              <PassCard
                as="article"
                side
                media={
                  <Picture
                    picture={pictureOf('/pictures/flight-1-800.webp')}
                    alt="An aeroplane above white clouds"
                    sizes="14rem"
                    ratio="3-2"
                  />
                }
                stub={
                  <div className="grid gap-3">
                    <Price className="text-2xl" unit="per person">
                      ₹12,450
                    </Price>
                    <Button block>Book now</Button>
                  </div>
                }
              >
                <p className="text-ink-2 text-sm">Fri 27 Nov · non-stop</p>
                <h3 className="mt-1">Mumbai to Dubai</h3>
                <ul className="facts mt-3">
                  <li>
                    <Clock aria-hidden="true" /> 3 h 15 min
                  </li>
                  <li>
                    <Users aria-hidden="true" /> 9 seats
                  </li>
                </ul>
              </PassCard>
              <section
                className="has-pattern overflow-clip rounded-lg bg-tint p-6 text-primary-strong"
                aria-label="Visa"
              >
                <Guilloche />
                <h3 className="text-ink text-xl">UAE tourist visa, 30 days</h3>
                <p className="mt-1 text-ink-2">Apply today, expected by Thu 26 Nov (estimate)</p>
                <a href="#visa" className={buttonClass({ variant: 'primary' }, 'mt-4')}>
                  Start application
                </a>
              </section>
              <section
                className="has-pattern overflow-clip rounded-lg bg-jade-deep p-6 text-on-night"
                aria-label="Umrah"
              >
                <KhatamLattice />
                <h3 className="text-xl">Umrah, 14 nights</h3>
                <p className="mt-1">Makkah and Madinah, hotels within walking distance</p>
                <a href="#umrah" className="btn mt-4 border-on-night text-on-night">
                  See the packages
                </a>
              </section>
            </div>
            <BookingCard />
          </section>
        </div>
      </main>
    </>
  )
}

function Hero() {
  return (
    <section className="relative isolate" aria-labelledby="hero">
      <div className="absolute inset-0 -z-10">
        <Picture picture={pictureOf('/pictures/skyline-1-800.webp')} alt="" sizes="100vw" priority ratio="fill" />
        <div className="scrim" />
      </div>
      <div className="mx-auto grid max-w-6xl gap-4 px-4 pt-24 pb-10 text-white md:px-8 md:pt-36 md:pb-14">
        <h1 id="hero" className="max-w-2xl text-4xl md:text-5xl">
          Your next journey, booked in two minutes
        </h1>
        <p className="max-w-xl text-lg">Tours, visas, tickets and Umrah from one travel house.</p>
        <div className="flex flex-wrap gap-3">
          <a href="#tours" className={buttonClass({ size: 'lg' })}>
            Explore tours
          </a>
          <a href="#visas" className={buttonClass({ variant: 'secondary', size: 'lg' })}>
            Apply for a visa
          </a>
        </div>
      </div>
    </section>
  )
}

type TourCardProps = { name: string; title: string; time: string; price: string; was: string }

function TourCard({ name, title, time, price, was }: TourCardProps) {
  return (
    <Card as="article">
      <Picture
        picture={pictureOf(`/pictures/${name}-800.webp`)}
        alt=""
        sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw"
      />
      <div className="card-body">
        {was ? (
          <Badge tone="gold" className="absolute start-3 top-3">
            Featured
          </Badge>
        ) : null}
        <h3 className="line-clamp-2">
          <a href={`#${name}`} className="card-link">
            {title}
          </a>
        </h3>
        <ul className="facts">
          <li>
            <MapPin aria-hidden="true" /> Dubai
          </li>
          <li>
            <Clock aria-hidden="true" /> {time}
          </li>
        </ul>
        <Price className="mt-auto pt-2 text-xl" unit="per person" was={was || undefined} wasLabel="Before">
          {price}
        </Price>
      </div>
    </Card>
  )
}

function BookingCard() {
  const [adults, setAdults] = useState(2)
  const [children, setChildren] = useState(0)
  return (
    <PassCard
      as="section"
      aria-labelledby="book"
      stub={
        <div className="grid gap-4">
          <PriceSum
            lines={[
              {
                key: 'adults',
                label: `${adults} adults × ₹4,200`,
                amount: `₹${(adults * 4200).toLocaleString('en-IN')}`,
              },
              {
                key: 'children',
                label: `${children} children × ₹3,100`,
                amount: `₹${(children * 3100).toLocaleString('en-IN')}`,
              },
            ]}
            total={{
              label: 'Total, taxes included',
              amount: `₹${(adults * 4200 + children * 3100).toLocaleString('en-IN')}`,
            }}
          />
          <Button size="lg" block>
            Continue
          </Button>
          <ul className="ticks text-sm">
            <li>
              <Check aria-hidden="true" />
              <span>
                Free cancellation
                <small>Standard cancellation and refund policies apply.</small>
              </span>
            </li>
          </ul>
        </div>
      }
    >
      <h2 id="book" className="text-xl">
        Book Your Experience
      </h2>
      <p className="mt-1 mb-4 text-ink-2">Secure your spot with easy booking</p>
      <div className="grid gap-5">
        <DateStrip legend="Travel date" name="date" defaultValue="2026-11-21" days={days} />
        <ChipRadio legend="Time" name="time" defaultValue="14:00" options={slots} />
        <div>
          <Stepper
            label="Adults"
            hint="₹4,200 each"
            value={adults}
            min={1}
            max={10}
            onChange={setAdults}
            decreaseLabel="Remove one adult"
            increaseLabel="Add one adult"
          />
          <Stepper
            label="Children"
            hint="Age 2–12 · ₹3,100 each"
            value={children}
            min={0}
            max={10}
            onChange={setChildren}
            decreaseLabel="Remove one child"
            increaseLabel="Add one child"
          />
        </div>
      </div>
    </PassCard>
  )
}
