import { Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Drawer } from '../drawer.tsx';
import { Modal } from '../modal.tsx';

/** A page by itself: a drawer, and a dialog above it whose first rendering is given up as something beside it is still on its way. */

let hasCome = false;
let coming: Promise<void> | undefined;

function NotThereYet(): null {
  if (hasCome) return null;
  coming ??= new Promise((come) => {
    setTimeout(() => {
      hasCome = true;
      come();
    }, 100);
  });
  // React waits for what is thrown.
  throw coming;
}

function Page() {
  const [isDrawerOpen, setIsDrawerOpen] = useState(true);
  const [isDialogOpen, setIsDialogOpen] = useState(true);
  return (
    <>
      <Drawer open={isDrawerOpen} title="Drawer" onClose={() => setIsDrawerOpen(false)} />
      <Suspense>
        <Modal open={isDialogOpen} title="Dialog" onCancel={() => setIsDialogOpen(false)} destroyOnHidden />
        <NotThereYet />
      </Suspense>
    </>
  );
}

const place = document.getElementById('page');
if (place) createRoot(place).render(<Page />);
