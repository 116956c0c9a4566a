/** What index.html shows before any script has run, and goes on showing while the first page is on its way. */
export function BootSkeleton() {
  return (
    <div className="boot" aria-hidden="true">
      <div className="boot-side" />
      <div className="boot-main">
        <div className="boot-top" />
        <div className="boot-card" />
        <div className="boot-page" />
      </div>
    </div>
  );
}
