/** Text whose lists of units, "1Pz+3Pz", may break between two units. */

export function Breakable({ text }: { text: string }) {
  const [first, ...others] = text.split("+");
  return (
    <>
      {first}
      {others.map((part, i) => (
        <span key={i}>
          +<wbr />
          {part}
        </span>
      ))}
    </>
  );
}
