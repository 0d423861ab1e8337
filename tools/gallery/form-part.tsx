import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../src/ui/badge.tsx'
import { Button } from '../../src/ui/button.tsx'
import { Checkbox, ChipRadio, RadioCards } from '../../src/ui/choices.tsx'
import { Dialog, Drawer } from '../../src/ui/dialog.tsx'
import { ErrorSummary } from '../../src/ui/error-summary.tsx'
import { Field } from '../../src/ui/field.tsx'
import { Select } from '../../src/ui/select.tsx'
import { TextArea, TextInput } from '../../src/ui/text-input.tsx'
import { showToast } from '../../src/ui/toast-queue.ts'

export function FormPart() {
  return (
    <section aria-labelledby="form" className="space-y-6">
      <h2 id="form">Buttons and fields</h2>
      <Buttons />
      <ErrorSummary
        title="Please fill in all required fields correctly"
        attempt={0}
        errors={[{ controlId: 'mail', message: 'Please enter a valid email' }]}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <Field label="Full name" required>
          <TextInput autoComplete="name" defaultValue="Aisha Khan" />
        </Field>
        <Field label="Email" id="mail" error="Please enter a valid email" required>
          <TextInput type="email" autoComplete="email" defaultValue="aisha@" />
        </Field>
        <Field label="Phone" hint="We call only when your pickup changes." optionalLabel="(optional)">
          <TextInput type="tel" placeholder="+971 50 123 4567" />
        </Field>
        <Field label="Country">
          <Select
            placeholder="Select a country"
            options={[
              { value: 'AE', label: 'United Arab Emirates' },
              { value: 'IN', label: 'India' },
            ]}
          />
        </Field>
        <Field label="Search" hideLabel>
          <TextInput type="search" placeholder="Where to?" prefix={<Search aria-hidden="true" />} />
        </Field>
        <Field label="Price">
          <TextInput inputMode="decimal" defaultValue="4200" prefix="₹" />
        </Field>
        <Field label="Booking number" hint="Cannot be changed">
          <TextInput readOnly value="TH-8F3K2M" />
        </Field>
        <Field label="Special requests">
          <TextArea defaultValue="A child seat, please." />
        </Field>
      </div>
      <RadioCards
        legend="Payment method"
        name="method"
        defaultValue="card"
        options={[
          {
            value: 'card',
            title: 'Card or UPI',
            badge: <Badge tone="info">Popular</Badge>,
            description: 'Pay now, confirmed at once',
          },
          {
            value: 'bank',
            title: 'Bank transfer',
            description: 'Confirmed within 24 hours',
            badge: <Badge tone="neutral">No fees</Badge>,
          },
          { value: 'cash', title: 'Cash on arrival', description: 'Not offered for visas', disabled: true },
        ]}
      />
      <ChipRadio
        flow
        legend="Service"
        name="service"
        defaultValue="tours"
        options={[
          { value: 'tours', label: 'Tours' },
          { value: 'visas', label: 'Visas' },
          { value: 'umrah', label: 'Umrah' },
        ]}
      />
      <Checkbox label="I accept the terms" hint="You can read them before you pay." error="Please accept the terms" />
    </section>
  )
}

function Buttons() {
  const [dialog, setDialog] = useState(false)
  const [drawer, setDrawer] = useState(false)
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setDialog(true)}>Open dialog</Button>
      <Button variant="secondary" onClick={() => setDrawer(true)}>
        Open drawer
      </Button>
      <Button
        variant="quiet"
        icon={<Plus aria-hidden="true" />}
        onClick={() => showToast({ tone: 'success', title: 'Booking status updated successfully' })}
      >
        Good message
      </Button>
      <Button
        variant="danger"
        onClick={() => showToast({ tone: 'error', title: 'Error', description: 'Failed to load bookings' })}
      >
        Bad message
      </Button>
      <Button variant="jade">Umrah</Button>
      <Button loading loadingLabel="Processing...">
        Pay
      </Button>
      <Button disabled>Not now</Button>
      <Button size="sm" variant="secondary">
        Small
      </Button>
      <Dialog
        open={dialog}
        onClose={() => setDialog(false)}
        title="Cancel this booking?"
        closeLabel="Close"
        footer={
          <>
            <Button variant="secondary" onClick={() => setDialog(false)}>
              Keep it
            </Button>
            <Button variant="danger" onClick={() => setDialog(false)}>
              Cancel booking
            </Button>
          </>
        }
      >
        <p>The refund follows the policy of the tour.</p>
      </Dialog>
      <Drawer open={drawer} onClose={() => setDrawer(false)} title="Menu" closeLabel="Close" edge="end">
        <p>Tours, visas, tickets</p>
      </Drawer>
    </div>
  )
}
