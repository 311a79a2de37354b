<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Mask</source>
        <translation>&amp;Maske</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Open the Sample &amp;Photo</source>
        <translation>&amp;Beispielfoto öffnen</translation>
    </message>
    <message>
        <source>Pre&amp;vious Page</source>
        <translation>&amp;Vorige Seite</translation>
    </message>
    <message>
        <source>&amp;Next Page</source>
        <translation>&amp;Nächste Seite</translation>
    </message>
    <message>
        <source>&amp;New Session</source>
        <translation>&amp;Neue Sitzung</translation>
    </message>
    <message>
        <source>Open Sess&amp;ion…</source>
        <translation>Sitzun&amp;g öffnen…</translation>
    </message>
    <message>
        <source>Recen&amp;t Sessions</source>
        <translation>Letzte Sit&amp;zungen</translation>
    </message>
    <message>
        <source>Save Sessio&amp;n</source>
        <translation>Sitzung s&amp;peichern</translation>
    </message>
    <message>
        <source>Save Session As…</source>
        <translation>Sitzung speichern unter…</translation>
    </message>
    <message>
        <source>Restore the &amp;Last Session</source>
        <translation>&amp;Letzte Sitzung wiederherstellen</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save &amp;As…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>E&amp;xport Picture or Data…</source>
        <translation>Bild oder Daten e&amp;xportieren…</translation>
    </message>
    <message>
        <source>Exa&amp;mples…</source>
        <translation>Beis&amp;piele…</translation>
    </message>
    <message>
        <source>Open R&amp;ecipe…</source>
        <translation>&amp;Rezept öffnen…</translation>
    </message>
    <message>
        <source>Save Re&amp;cipe As…</source>
        <translation>Re&amp;zept speichern unter…</translation>
    </message>
    <message>
        <source>Export Sess&amp;ion…</source>
        <translation>S&amp;itzung exportieren …</translation>
    </message>
    <message>
        <source>&amp;Batch…</source>
        <translation>&amp;Stapel…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Copy Result</source>
        <translation>Ergebnis &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy Recipe as P&amp;ython</source>
        <translation>Rezept als P&amp;ython kopieren</translation>
    </message>
    <message>
        <source>&amp;Add a Filter…</source>
        <translation>&amp;Filter hinzufügen…</translation>
    </message>
    <message>
        <source>Pre&amp;sets…</source>
        <translation>&amp;Voreinstellungen…</translation>
    </message>
    <message>
        <source>Crop and Strai&amp;ghten</source>
        <translation>Zuschneiden und &amp;Geraderichten</translation>
    </message>
    <message>
        <source>New S&amp;eed</source>
        <translation>Neuer St&amp;artwert</translation>
    </message>
    <message>
        <source>Random &amp;Variations…</source>
        <translation>Zufällige &amp;Varianten…</translation>
    </message>
    <message>
        <source>S&amp;weep…</source>
        <translation>&amp;Reihe…</translation>
    </message>
    <message>
        <source>&amp;Match a Picture</source>
        <translation>An ein Bild an&amp;gleichen</translation>
    </message>
    <message>
        <source>&amp;Learn a Kernel</source>
        <translation>Einen &amp;Kern lernen</translation>
    </message>
    <message>
        <source>O&amp;wn Filters…</source>
        <translation>Ei&amp;gene Filter…</translation>
    </message>
    <message>
        <source>Remove All &amp;Filters</source>
        <translation>Alle Filter ent&amp;fernen</translation>
    </message>
    <message>
        <source>Fi&amp;lters</source>
        <translation>Fi&amp;lter</translation>
    </message>
    <message>
        <source>&amp;Photo</source>
        <translation>&amp;Foto</translation>
    </message>
    <message>
        <source>Stars and Fla&amp;gs</source>
        <translation>Sterne und Ma&amp;rken</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>Rotate &amp;Left</source>
        <translation>Nach &amp;links drehen</translation>
    </message>
    <message>
        <source>Rotate &amp;Right</source>
        <translation>Nach &amp;rechts drehen</translation>
    </message>
    <message>
        <source>Flip &amp;Horizontally</source>
        <translation>&amp;Horizontal spiegeln</translation>
    </message>
    <message>
        <source>Flip V&amp;ertically</source>
        <translation>V&amp;ertikal spiegeln</translation>
    </message>
    <message>
        <source>Resi&amp;ze</source>
        <translation>&amp;Größe ändern</translation>
    </message>
    <message>
        <source>Auto &amp;White Balance</source>
        <translation>Automatischer &amp;Weißabgleich</translation>
    </message>
    <message>
        <source>Auto Le&amp;vels</source>
        <translation>Automatische &amp;Tonwerte</translation>
    </message>
    <message>
        <source>&amp;Add Photos…</source>
        <translation>Fotos &amp;hinzufügen…</translation>
    </message>
    <message>
        <source>Add a &amp;Folder…</source>
        <translation>&amp;Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>&amp;Locate the File…</source>
        <translation>Datei &amp;suchen…</translation>
    </message>
    <message>
        <source>Remo&amp;ve from the Session</source>
        <translation>Aus der Sitzung ent&amp;fernen</translation>
    </message>
    <message>
        <source>&amp;Next Photo</source>
        <translation>&amp;Nächstes Foto</translation>
    </message>
    <message>
        <source>Pre&amp;vious Photo</source>
        <translation>&amp;Voriges Foto</translation>
    </message>
    <message>
        <source>&amp;Select All</source>
        <translation>A&amp;lle auswählen</translation>
    </message>
    <message>
        <source>&amp;Copy Recipe</source>
        <translation>Rezept &amp;kopieren</translation>
    </message>
    <message>
        <source>Cop&amp;y Some Filters…</source>
        <translation>Einzelne &amp;Filter kopieren…</translation>
    </message>
    <message>
        <source>&amp;Paste Recipe</source>
        <translation>Rezept ein&amp;fügen</translation>
    </message>
    <message>
        <source>No Stars</source>
        <translation>Keine Sterne</translation>
    </message>
    <message>
        <source>Pic&amp;k</source>
        <translation>Aus&amp;wählen</translation>
    </message>
    <message>
        <source>Re&amp;ject</source>
        <translation>Ver&amp;werfen</translation>
    </message>
    <message>
        <source>&amp;Unflag</source>
        <translation>Markierung &amp;aufheben</translation>
    </message>
    <message>
        <source>&amp;Image</source>
        <translation>&amp;Bild</translation>
    </message>
    <message>
        <source>Fu&amp;nctions</source>
        <translation>&amp;Funktionen</translation>
    </message>
    <message>
        <source>Pla&amp;yground</source>
        <translation>Spiel&amp;wiese</translation>
    </message>
    <message>
        <source>&amp;Fit</source>
        <translation>&amp;Einpassen</translation>
    </message>
    <message>
        <source>&amp;100 %</source>
        <translation>&amp;100 %</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>&amp;Before and After</source>
        <translation>&amp;Vorher und nachher</translation>
    </message>
    <message>
        <source>&amp;Compare and Measure</source>
        <translation>V&amp;ergleichen und messen</translation>
    </message>
    <message>
        <source>Take a S&amp;napshot</source>
        <translation>S&amp;chnappschuss aufnehmen</translation>
    </message>
    <message>
        <source>Show the &amp;Difference</source>
        <translation>&amp;Differenz zeigen</translation>
    </message>
    <message>
        <source>Show C&amp;lipping</source>
        <translation>Besc&amp;hneidung zeigen</translation>
    </message>
    <message>
        <source>Sensiti&amp;vity</source>
        <translation>Empfind&amp;lichkeit</translation>
    </message>
    <message>
        <source>Handles on the Pic&amp;ture</source>
        <translation>&amp;Griffe auf dem Bild</translation>
    </message>
    <message>
        <source>&amp;Adaptive Resolution</source>
        <translation>&amp;Adaptive Auflösung</translation>
    </message>
    <message>
        <source>Engine Details in the Status &amp;Bar</source>
        <translation>Einzelheiten der Engine in der Status&amp;leiste</translation>
    </message>
    <message>
        <source>E&amp;qual Scales</source>
        <translation>Gleiche &amp;Maßstäbe</translation>
    </message>
    <message>
        <source>A&amp;xes…</source>
        <translation>A&amp;chsen…</translation>
    </message>
    <message>
        <source>&amp;Typeset Lines</source>
        <translation>Zeilen &amp;gesetzt</translation>
    </message>
    <message>
        <source>Side &amp;Panel</source>
        <translation>Seitenleis&amp;te</translation>
    </message>
    <message>
        <source>&amp;Histogram</source>
        <translation>&amp;Histogramm</translation>
    </message>
    <message>
        <source>&amp;Lighttable</source>
        <translation>&amp;Leuchttisch</translation>
    </message>
    <message>
        <source>Hi&amp;story</source>
        <translation>Ver&amp;lauf</translation>
    </message>
    <message>
        <source>Fil&amp;mstrip</source>
        <translation>Fil&amp;mstreifen</translation>
    </message>
    <message>
        <source>&amp;Inspector</source>
        <translation>&amp;Inspektor</translation>
    </message>
    <message>
        <source>Inspector in a Window of Its O&amp;wn</source>
        <translation>Inspektor in eigenem &amp;Fenster</translation>
    </message>
    <message>
        <source>Pane&amp;ls</source>
        <translation>&amp;Leisten</translation>
    </message>
    <message>
        <source>&amp;Reset Layout</source>
        <translation>&amp;Anordnung zurücksetzen</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Design</translation>
    </message>
    <message>
        <source>Go to &amp;Picture</source>
        <translation>Zum &amp;Bild</translation>
    </message>
    <message>
        <source>Go to &amp;Stack</source>
        <translation>Zum &amp;Stapel</translation>
    </message>
    <message>
        <source>&amp;Edit Mask</source>
        <translation>Maske &amp;bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Opacity and Blending</source>
        <translation>&amp;Deckkraft und Mischen</translation>
    </message>
    <message>
        <source>&amp;Rectangle</source>
        <translation>&amp;Rechteck</translation>
    </message>
    <message>
        <source>E&amp;llipse</source>
        <translation>E&amp;llipse</translation>
    </message>
    <message>
        <source>&amp;Polygon</source>
        <translation>Viel&amp;eck</translation>
    </message>
    <message>
        <source>&amp;Gradient</source>
        <translation>&amp;Verlauf</translation>
    </message>
    <message>
        <source>&amp;Brush</source>
        <translation>&amp;Pinsel</translation>
    </message>
    <message>
        <source>&amp;Luminosity Range</source>
        <translation>&amp;Helligkeitsbereich</translation>
    </message>
    <message>
        <source>&amp;Colour Range</source>
        <translation>&amp;Farbbereich</translation>
    </message>
    <message>
        <source>&amp;Invert Mask</source>
        <translation>Maske &amp;umkehren</translation>
    </message>
    <message>
        <source>&amp;Show the Mask</source>
        <translation>Maske &amp;zeigen</translation>
    </message>
    <message>
        <source>&amp;Next Colour of the Mask</source>
        <translation>&amp;Nächste Farbe der Maske</translation>
    </message>
    <message>
        <source>Re&amp;move Mask</source>
        <translation>Maske ent&amp;fernen</translation>
    </message>
    <message>
        <source>&amp;Tour</source>
        <translation>&amp;Tour</translation>
    </message>
    <message>
        <source>&amp;Guide…</source>
        <translation>&amp;Leitfaden…</translation>
    </message>
    <message>
        <source>&amp;Log…</source>
        <translation>&amp;Protokoll…</translation>
    </message>
    <message>
        <source>Fin&amp;d a Command…</source>
        <translation>Befehl su&amp;chen…</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts…</source>
        <translation>&amp;Tastenkürzel…</translation>
    </message>
    <message>
        <source>&amp;Help and Shortcuts</source>
        <translation>&amp;Hilfe und Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;About JAXStudio</source>
        <translation>Ü&amp;ber JAXStudio</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>The card before or after</source>
        <translation>Die Karte davor oder danach</translation>
    </message>
    <message>
        <source>Move the step up or down</source>
        <translation>Den Schritt nach oben oder unten schieben</translation>
    </message>
    <message>
        <source>Switch the step on or off</source>
        <translation>Den Schritt ein- oder ausschalten</translation>
    </message>
    <message>
        <source>Fold or unfold the step</source>
        <translation>Den Schritt ein- oder ausklappen</translation>
    </message>
    <message>
        <source>Copy the step; Ctrl+V adds it to the selected photos</source>
        <translation>Den Schritt kopieren; Strg+V fügt ihn den gewählten Fotos hinzu</translation>
    </message>
    <message>
        <source>Duplicate the step</source>
        <translation>Den Schritt duplizieren</translation>
    </message>
    <message>
        <source>Reset the step</source>
        <translation>Den Schritt zurücksetzen</translation>
    </message>
    <message>
        <source>Remove the step</source>
        <translation>Den Schritt entfernen</translation>
    </message>
    <message>
        <source>Presets of the step&apos;s filter</source>
        <translation>Voreinstellungen für den Filter des Schritts</translation>
    </message>
    <message>
        <source>About the step&apos;s filter</source>
        <translation>Über den Filter des Schritts</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Voreinstellungen</translation>
    </message>
    <message>
        <source>Apply; with Shift: add to the stack; F2: rename; Del: remove</source>
        <translation>Anwenden; mit Umschalt: an den Stapel anhängen; F2: umbenennen; Entf: löschen</translation>
    </message>
    <message>
        <source>Slider</source>
        <translation>Regler</translation>
    </message>
    <message>
        <source>A step; with Shift a tenth of it; Page Up and Down ten</source>
        <translation>Ein Schritt, mit Umschalt ein Zehntel davon; Bild auf und ab zehn</translation>
    </message>
    <message>
        <source>Reset; so does a double click on it or its label</source>
        <translation>Zurücksetzen; ebenso ein Doppelklick darauf oder auf die Beschriftung</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>A step; a double click resets it, Esc takes back what was typed</source>
        <translation>Ein Schritt; ein Doppelklick setzt zurück, Esc nimmt Getipptes zurück</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Another state; go to it</source>
        <translation>Ein anderer Stand; dorthin gehen</translation>
    </message>
    <message>
        <source>Filmstrip</source>
        <translation>Filmstreifen</translation>
    </message>
    <message>
        <source>The photo before or after; with Shift select more</source>
        <translation>Das Foto davor oder danach; mit Umschalt mehrere auswählen</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Move it; with Shift: read the next pixel</source>
        <translation>Verschieben; mit Umschalt: das nächste Pixel ablesen</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>Divider</source>
        <translation>Trennlinie</translation>
    </message>
    <message>
        <source>Move it</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Handles</source>
        <translation>Griffe</translation>
    </message>
    <message>
        <source>The next one; Shift+Tab the one before; Enter ends, Esc cancels</source>
        <translation>Der nächste; Umschalt+Tab der vorige; Eingabe beendet, Esc bricht ab</translation>
    </message>
    <message>
        <source>Move it by a pixel; with Ctrl ten; with Shift keep the proportions</source>
        <translation>Um ein Pixel verschieben, mit Strg um zehn; mit Umschalt bleiben die Proportionen</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>Radius of the brush, with Shift its hardness; so do Ctrl and Shift + wheel</source>
        <translation>Radius des Pinsels, mit Umschalt seine Härte; ebenso Strg und Umschalt + Mausrad</translation>
    </message>
    <message>
        <source>Right button</source>
        <translation>Rechte Taste</translation>
    </message>
    <message>
        <source>The brush erases; so it does with Alt</source>
        <translation>Der Pinsel radiert; ebenso mit Alt</translation>
    </message>
    <message>
        <source>The next handle; arrow keys move it; Enter ends</source>
        <translation>Der nächste Griff; Pfeiltasten bewegen ihn; Eingabe beendet</translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation>Pfeiltasten</translation>
    </message>
    <message>
        <source>Move the shape by a pixel, with Shift by ten; numbers are in its panel</source>
        <translation>Die Form um einen Pixel verschieben, mit Umschalt um zehn; Zahlen stehen in ihrer Leiste</translation>
    </message>
    <message>
        <source>With a tool: draw in the middle, or at the cross that arrow keys move</source>
        <translation>Mit einem Werkzeug: in der Mitte zeichnen oder am Kreuz, das Pfeiltasten bewegen</translation>
    </message>
    <message>
        <source>Add or remove a point of a polygon; Del removes other shapes</source>
        <translation>Einen Punkt eines Vielecks hinzufügen oder entfernen; Entf entfernt andere Formen</translation>
    </message>
    <message>
        <source>Held: a drag moves the picture</source>
        <translation>Gehalten: Ziehen verschiebt das Bild</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>A new line</source>
        <translation>Eine neue Zeile</translation>
    </message>
    <message>
        <source>The line before or after</source>
        <translation>Die Zeile davor oder danach</translation>
    </message>
    <message>
        <source>Move the line up or down</source>
        <translation>Die Zeile nach oben oder unten schieben</translation>
    </message>
    <message>
        <source>Remove an empty line</source>
        <translation>Eine leere Zeile entfernen</translation>
    </message>
    <message>
        <source>Take the name that is offered</source>
        <translation>Den angebotenen Namen übernehmen</translation>
    </message>
    <message>
        <source>Plane</source>
        <translation>Ebene</translation>
    </message>
    <message>
        <source>Nearer, farther, home</source>
        <translation>Näher, weiter, zurück</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>Mausrad</translation>
    </message>
    <message>
        <source>Magnify at the cursor; with Shift only x, with Ctrl only y</source>
        <translation>Am Zeiger vergrößern; mit Umschalt nur x, mit Strg nur y</translation>
    </message>
    <message>
        <source>Pin a point on the curve; Shift+← → moves it; Esc lets it go</source>
        <translation>Einen Punkt auf der Kurve festhalten; Umschalt+← → bewegt ihn; Esc lässt ihn los</translation>
    </message>
    <message>
        <source>Surface</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>Turn it</source>
        <translation>Drehen</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Leitfaden</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>&amp;Open in the Studio</source>
        <translation>Im Studio ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Stated</source>
        <translation>Angegeben</translation>
    </message>
    <message>
        <source>Computed now</source>
        <translation>Jetzt berechnet</translation>
    </message>
    <message>
        <source>Click what should be gray · Esc: cancel</source>
        <translation>Klick auf das, was grau sein soll · Esc: abbrechen</translation>
    </message>
    <message>
        <source>Finding the light… · Esc: cancel</source>
        <translation>Licht wird bestimmt … · Esc: Abbruch</translation>
    </message>
    <message>
        <source>Snapshot</source>
        <translation>Schnappschuss</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>No difference: the sizes differ</source>
        <translation>Keine Differenz: die Größen sind verschieden</translation>
    </message>
    <message>
        <source>Top edge</source>
        <translation>Obere Kante</translation>
    </message>
    <message>
        <source>Bottom edge</source>
        <translation>Untere Kante</translation>
    </message>
    <message>
        <source>Left edge</source>
        <translation>Linke Kante</translation>
    </message>
    <message>
        <source>Right edge</source>
        <translation>Rechte Kante</translation>
    </message>
    <message>
        <source>Top left corner</source>
        <translation>Ecke oben links</translation>
    </message>
    <message>
        <source>Top right corner</source>
        <translation>Ecke oben rechts</translation>
    </message>
    <message>
        <source>Bottom right corner</source>
        <translation>Ecke unten rechts</translation>
    </message>
    <message>
        <source>Bottom left corner</source>
        <translation>Ecke unten links</translation>
    </message>
    <message>
        <source>Enter: done · Esc: cancel</source>
        <translation>Eingabe: fertig · Esc: abbrechen</translation>
    </message>
    <message>
        <source>Match a picture</source>
        <translation>An ein Bild angleichen</translation>
    </message>
    <message>
        <source>Learn a kernel</source>
        <translation>Einen Kern lernen</translation>
    </message>
    <message>
        <source>Crop and Straighten</source>
        <translation>Zuschneiden und Geraderichten</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>Empfindlichkeit</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>When to use it</source>
        <translation>Wozu</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Preview of a reduced photo</source>
        <translation>Vorschau eines verkleinerten Fotos</translation>
    </message>
    <message>
        <source>Ctrl+T shows handles on the picture: drag them, or Tab to one and move it by arrow keys.</source>
        <translation>Strg+T zeigt Griffe auf dem Bild: mit der Maus ziehen, oder mit Tab wählen und mit den Pfeiltasten bewegen.</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Was er tut</translation>
    </message>
    <message>
        <source> (slider: {0})</source>
        <translation> (Regler: {0})</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Hue</source>
        <translation>Farbton</translation>
    </message>
    <message>
        <source>Saturation</source>
        <translation>Sättigung</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Lightness</source>
        <translation>Helligkeit</translation>
    </message>
    <message>
        <source>a (green to red)</source>
        <translation>a (Grün bis Rot)</translation>
    </message>
    <message>
        <source>b (blue to yellow)</source>
        <translation>b (Blau bis Gelb)</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>{0}: side by side</source>
        <translation>{0}: nebeneinander</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>snapshot</source>
        <translation>Schnappschuss</translation>
    </message>
    <message>
        <source>original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Difference from the {0}</source>
        <translation>Differenz zu {0}</translation>
    </message>
    <message>
        <source>Signed difference from the {0}</source>
        <translation>Differenz zu {0} mit Vorzeichen</translation>
    </message>
    <message>
        <source>1 pixel is not a number</source>
        <translation>1 Pixel ist keine Zahl</translation>
    </message>
    <message>
        <source>{0} pixels are not numbers</source>
        <translation>{0} Pixel sind keine Zahlen</translation>
    </message>
    <message>
        <source>Python list</source>
        <translation>Python-Liste</translation>
    </message>
    <message>
        <source>NumPy array</source>
        <translation>NumPy-Array</translation>
    </message>
    <message>
        <source>Comma-separated table</source>
        <translation>Tabelle mit Kommas</translation>
    </message>
    <message>
        <source>Line {0}, column {1}: {2}</source>
        <translation>Zeile {0}, Spalte {1}: {2}</translation>
    </message>
    <message>
        <source>The clipboard: {0}</source>
        <translation>Die Zwischenablage: {0}</translation>
    </message>
    <message>
        <source>&amp;Normalise: divide by the sum</source>
        <translation>&amp;Normieren: durch die Summe teilen</translation>
    </message>
    <message>
        <source>Flip &amp;left and right</source>
        <translation>&amp;Links und rechts tauschen</translation>
    </message>
    <message>
        <source>Flip &amp;top and bottom</source>
        <translation>&amp;Oben und unten tauschen</translation>
    </message>
    <message>
        <source>&amp;Rotate by 90°</source>
        <translation>Um 90° &amp;drehen</translation>
    </message>
    <message>
        <source>Trans&amp;pose</source>
        <translation>Trans&amp;ponieren</translation>
    </message>
    <message>
        <source>&amp;Combine with</source>
        <translation>&amp;Verknüpfen mit</translation>
    </message>
    <message>
        <source>One kernel that does what both do, one after the other</source>
        <translation>Ein Kern, der tut, was beide nacheinander tun</translation>
    </message>
    <message>
        <source>The kernel on the clipboard</source>
        <translation>Der Kern in der Zwischenablage</translation>
    </message>
    <message>
        <source>&amp;Frequency response…</source>
        <translation>&amp;Frequenzgang…</translation>
    </message>
    <message>
        <source>Edit as te&amp;xt…</source>
        <translation>Als Te&amp;xt bearbeiten…</translation>
    </message>
    <message>
        <source>Copy &amp;as</source>
        <translation>&amp;Kopieren als</translation>
    </message>
    <message>
        <source>Paste a &amp;kernel</source>
        <translation>Kern &amp;einfügen</translation>
    </message>
    <message>
        <source>A snapshot is kept: later results are compared with it</source>
        <translation>Ein Schnappschuss ist gemerkt: spätere Ergebnisse werden mit ihm verglichen</translation>
    </message>
    <message>
        <source>Crop, Perspective, Spot removal and Red eye have handles: add one first</source>
        <translation>Zuschneiden, Perspektive, Flecken entfernen und Rote Augen haben Griffe: Fügen Sie zuerst eines davon hinzu</translation>
    </message>
    <message>
        <source>Files of your own filters have changed: they are not run unasked</source>
        <translation>Dateien Ihrer eigenen Filter haben sich geändert: ungefragt werden sie nicht ausgeführt</translation>
    </message>
    <message>
        <source>Own Filters…</source>
        <translation>Eigene Filter…</translation>
    </message>
    <message>
        <source>⋯ {0} lines</source>
        <translation>⋯ {0} Zeilen</translation>
    </message>
    <message>
        <source>usual values</source>
        <translation>übliche Werte</translation>
    </message>
    <message>
        <source>{0} (pinned)</source>
        <translation>{0} (festgehalten)</translation>
    </message>
    <message>
        <source>{0} (now)</source>
        <translation>{0} (jetzt)</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>{0} more, the same</source>
        <translation>{0} weitere, gleich</translation>
    </message>
    <message>
        <source>Opcode (in fusions)</source>
        <translation>Opcode (in Fusionen)</translation>
    </message>
    <message>
        <source>Kernels only in the pinned one</source>
        <translation>Kerne nur in der angehefteten</translation>
    </message>
    <message>
        <source>Kernels only in this one</source>
        <translation>Kerne nur in dieser</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>Arithmetik</translation>
    </message>
    <message>
        <source>sin, exp and the like</source>
        <translation>sin, exp und Ähnliches</translation>
    </message>
    <message>
        <source>Bytes moved</source>
        <translation>Bewegte Bytes</translation>
    </message>
    <message>
        <source>One run</source>
        <translation>Ein Lauf</translation>
    </message>
    <message>
        <source>Trace, lower, compile</source>
        <translation>Trace, Lowering, Kompilierung</translation>
    </message>
    <message>
        <source>LLVM IR  {0} before</source>
        <translation>LLVM IR  {0} vorher</translation>
    </message>
    <message>
        <source>LLVM IR  {0} after</source>
        <translation>LLVM IR  {0} nachher</translation>
    </message>
    <message>
        <source>Optimised HLO</source>
        <translation>Optimiertes HLO</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Assembly</source>
        <translation>Assembler</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Memory at the peak</source>
        <translation>Speicher am Gipfel</translation>
    </message>
    <message>
        <source>{0} a run, {1} not attributed</source>
        <translation>{0} je Lauf, {1} nicht zugeordnet</translation>
    </message>
    <message>
        <source>not measured: {0}</source>
        <translation>nicht gemessen: {0}</translation>
    </message>
    <message>
        <source>the profiler names no instructions here</source>
        <translation>der Profiler nennt hier keine Anweisungen</translation>
    </message>
    <message>
        <source>XLA does not tell it here</source>
        <translation>XLA sagt es hier nicht</translation>
    </message>
    <message>
        <source>Not attributed: the arguments, which the caller holds, and values without a known origin</source>
        <translation>Nicht zugeordnet: die Argumente, die der Aufrufer hält, und Werte ohne bekannten Ursprung</translation>
    </message>
    <message>
        <source>Not attributed: gaps between kernels, and kernels without a known origin</source>
        <translation>Nicht zugeordnet: Lücken zwischen Kernen, und Kerne ohne bekannten Ursprung</translation>
    </message>
    <message>
        <source>Not attributed: instructions without a known origin</source>
        <translation>Nicht zugeordnet: Anweisungen ohne bekannten Ursprung</translation>
    </message>
    <message>
        <source>{0} with writing it down</source>
        <translation>{0} mit dem Aufschreiben</translation>
    </message>
    <message>
        <source>{0} of {1} instructions linked</source>
        <translation>{0} von {1} Befehlen verknüpft</translation>
    </message>
    <message>
        <source>With all that is called. The time of one kernel is divided by estimate.</source>
        <translation>Mit allem Aufgerufenen. Die Zeit eines Kerns ist nach Schätzung verteilt.</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Arrays by dtype and shape; without brackets a scalar</source>
        <translation>Arrays nach dtype und Form; ohne Klammern ein Skalar</translation>
    </message>
    <message>
        <source>Weakly typed, as Python&apos;s numbers are</source>
        <translation>Schwach typisiert, wie Pythons Zahlen</translation>
    </message>
    <message>
        <source>Values, traced as JAX traces them; a word, &quot;same&quot;, is static</source>
        <translation>Werte, aufgezeichnet wie JAX es tut; ein Wort, &quot;same&quot;, ist statisch</translation>
    </message>
    <message>
        <source>Arrays with these values</source>
        <translation>Arrays mit diesen Werten</translation>
    </message>
    <message>
        <source>Random keys: from a seed, or by shape</source>
        <translation>Zufallsschlüssel: aus einem Startwert oder nach Form</translation>
    </message>
    <message>
        <source>Pytrees</source>
        <translation>Pytrees</translation>
    </message>
    <message>
        <source>What the file itself defines</source>
        <translation>Was die Datei selbst definiert</translation>
    </message>
    <message>
        <source>Sharded over a mesh; the CPU is made to be so many devices</source>
        <translation>Über ein Gitter von Geräten verteilt; die CPU wird in so viele Geräte geteilt</translation>
    </message>
    <message>
        <source>The whole recipe</source>
        <translation>Das ganze Rezept</translation>
    </message>
    <message>
        <source>Lesson: {0}</source>
        <translation>Lektion: {0}</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>{0} lines</source>
        <translation>{0} Zeilen</translation>
    </message>
    <message>
        <source>Something went wrong inside: {0}. What you made is kept.</source>
        <translation>Im Programm ist etwas schiefgegangen: {0}. Ihre Arbeit ist erhalten.</translation>
    </message>
    <message>
        <source>Names that fit</source>
        <translation>Passende Namen</translation>
    </message>
    <message>
        <source>Root</source>
        <translation>Nullstelle</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>Minimum</translation>
    </message>
    <message>
        <source>Inflection</source>
        <translation>Wendepunkt</translation>
    </message>
    <message>
        <source>Saddle</source>
        <translation>Sattelpunkt</translation>
    </message>
    <message>
        <source>Pole</source>
        <translation>Polstelle</translation>
    </message>
    <message>
        <source>Jump</source>
        <translation>Sprung</translation>
    </message>
    <message>
        <source>Hole</source>
        <translation>Lücke</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Corner</source>
        <translation>Knick</translation>
    </message>
    <message>
        <source>Intersection</source>
        <translation>Schnittpunkt</translation>
    </message>
    <message>
        <source>Zero</source>
        <translation>Nullstelle</translation>
    </message>
    <message>
        <source>curvature {0}</source>
        <translation>Krümmung {0}</translation>
    </message>
    <message>
        <source>{0} digits are sure</source>
        <translation>{0} Stellen sind sicher</translation>
    </message>
    <message>
        <source>Functions</source>
        <translation>Funktionen</translation>
    </message>
    <message>
        <source>All functions</source>
        <translation>Alle Funktionen</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <source>Also</source>
        <translation>Auch</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>Was es ist</translation>
    </message>
    <message>
        <source>digits unknown</source>
        <translation>Stellen unbekannt</translation>
    </message>
    <message>
        <source>no digit sure</source>
        <translation>keine Stelle sicher</translation>
    </message>
    <message>
        <source>{0} digits sure</source>
        <translation>{0} Stellen sicher</translation>
    </message>
    <message>
        <source>Open a photo</source>
        <translation>Foto öffnen</translation>
    </message>
    <message>
        <source>Open a file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Open a session</source>
        <translation>Sitzung öffnen</translation>
    </message>
    <message>
        <source>Save the session</source>
        <translation>Sitzung speichern</translation>
    </message>
    <message>
        <source>The profile of the screen</source>
        <translation>Das Profil des Bildschirms</translation>
    </message>
    <message>
        <source>Open a recipe</source>
        <translation>Rezept öffnen</translation>
    </message>
    <message>
        <source>Open a sheet of functions</source>
        <translation>Blatt mit Funktionen öffnen</translation>
    </message>
    <message>
        <source>Open a Python file</source>
        <translation>Python-Datei öffnen</translation>
    </message>
    <message>
        <source>Save the program</source>
        <translation>Das Programm speichern</translation>
    </message>
    <message>
        <source>Open points</source>
        <translation>Punkte öffnen</translation>
    </message>
    <message>
        <source>Recipes</source>
        <translation>Rezepte</translation>
    </message>
    <message>
        <source>Python files</source>
        <translation>Python-Dateien</translation>
    </message>
    <message>
        <source>3D LUTs</source>
        <translation>3D-LUTs</translation>
    </message>
    <message>
        <source>Save the recipe</source>
        <translation>Rezept speichern</translation>
    </message>
    <message>
        <source>Save the sheet</source>
        <translation>Blatt speichern</translation>
    </message>
    <message>
        <source>Save the stage</source>
        <translation>Stufe speichern</translation>
    </message>
    <message>
        <source>Save as text</source>
        <translation>Als Text speichern</translation>
    </message>
    <message>
        <source>Save the graph</source>
        <translation>Den Graphen speichern</translation>
    </message>
    <message>
        <source>Save all stages</source>
        <translation>Alle Stufen speichern</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Save the result</source>
        <translation>Ergebnis speichern</translation>
    </message>
    <message>
        <source>GIF</source>
        <translation>GIF</translation>
    </message>
    <message>
        <source>WebP</source>
        <translation>WebP</translation>
    </message>
    <message>
        <source>MP4 video</source>
        <translation>MP4-Video</translation>
    </message>
    <message>
        <source>as {0}</source>
        <translation>wie {0}</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>{0} points</source>
        <translation>{0} Punkte</translation>
    </message>
    <message>
        <source>Add &amp;Files…</source>
        <translation>&amp;Dateien hinzufügen…</translation>
    </message>
    <message>
        <source>Add F&amp;older…</source>
        <translation>&amp;Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>C&amp;lear</source>
        <translation>&amp;Leeren</translation>
    </message>
    <message>
        <source>With subfolders</source>
        <translation>Mit Unterordnern</translation>
    </message>
    <message>
        <source>Photos of the session</source>
        <translation>Fotos der Sitzung</translation>
    </message>
    <message>
        <source>All but the rejected</source>
        <translation>Alle außer den verworfenen</translation>
    </message>
    <message>
        <source>The picked</source>
        <translation>Die gewählten</translation>
    </message>
    <message>
        <source>Rated {0} or more</source>
        <translation>Mit {0} oder mehr bewertet</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>The steps in the window</source>
        <translation>Die Schritte im Fenster</translation>
    </message>
    <message>
        <source>A recipe&apos;s file…</source>
        <translation>Die Datei eines Rezepts…</translation>
    </message>
    <message>
        <source>Each photo&apos;s own steps</source>
        <translation>Die eigenen Schritte jedes Fotos</translation>
    </message>
    <message>
        <source>Convert to sRGB first</source>
        <translation>Erst nach sRGB umwandeln</translation>
    </message>
    <message>
        <source>From the colour profile embedded in each photo, before the first step</source>
        <translation>Vom eingebetteten Farbprofil jedes Fotos, vor dem ersten Schritt</translation>
    </message>
    <message>
        <source>Folder of the results</source>
        <translation>Ordner der Ergebnisse</translation>
    </message>
    <message>
        <source>A folder</source>
        <translation>Ein Ordner</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Names of the results</source>
        <translation>Namen der Ergebnisse</translation>
    </message>
    <message>
        <source>Without ending; in braces is what differs: {0}</source>
        <translation>Ohne Endung; in Klammern steht, was sich unterscheidet: {0}</translation>
    </message>
    <message>
        <source>Keep subfolders</source>
        <translation>Unterordner beibehalten</translation>
    </message>
    <message>
        <source>Results have the subfolders that their photos have</source>
        <translation>Ergebnisse liegen in denselben Unterordnern wie ihre Fotos</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>As each photo</source>
        <translation>Wie das Foto</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Qualität</translation>
    </message>
    <message>
        <source>Of JPEG and AVIF: that of a JPEG that is read, 95 for others, or a number</source>
        <translation>Von JPEG und AVIF: die eines gelesenen JPEG, 95 bei anderen, oder eine Zahl</translation>
    </message>
    <message>
        <source>As the photo</source>
        <translation>Wie das Foto</translation>
    </message>
    <message>
        <source>Where a file is there</source>
        <translation>Wo eine Datei vorhanden ist</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>Belassen</translation>
    </message>
    <message>
        <source>Write over it</source>
        <translation>Überschreiben</translation>
    </message>
    <message>
        <source>Write beside it</source>
        <translation>Daneben schreiben</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Keep all</source>
        <translation>Alle behalten</translation>
    </message>
    <message>
        <source>Drop the location</source>
        <translation>Ohne den Ort</translation>
    </message>
    <message>
        <source>Drop all</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Photos at a time</source>
        <translation>Fotos gleichzeitig</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Usual device</source>
        <translation>Übliches Gerät</translation>
    </message>
    <message>
        <source>All devices</source>
        <translation>Alle Geräte</translation>
    </message>
    <message>
        <source>Dask scheduler</source>
        <translation>Dask-Scheduler</translation>
    </message>
    <message>
        <source>Empty: this machine. The address of a Dask cluster, or local:4 for four processes here</source>
        <translation>Leer: dieser Rechner. Die Adresse eines Dask-Clusters, oder local:4 für vier Prozesse hier</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Fotos</translation>
    </message>
    <message>
        <source>Results in</source>
        <translation>Ergebnisse in</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>If it is there</source>
        <translation>Falls vorhanden</translation>
    </message>
    <message>
        <source>At a time</source>
        <translation>Gleichzeitig</translation>
    </message>
    <message>
        <source>results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Samples have no file and are left out: {0}</source>
        <translation>Beispielbilder haben keine Datei und werden ausgelassen: {0}</translation>
    </message>
    <message>
        <source>{0} steps</source>
        <translation>{0} Schritte</translation>
    </message>
    <message>
        <source>No steps: photos are only written anew</source>
        <translation>Keine Schritte: Fotos werden nur neu geschrieben</translation>
    </message>
    <message>
        <source>A folder of photos</source>
        <translation>Ein Ordner mit Fotos</translation>
    </message>
    <message>
        <source>Photo</source>
        <translation>Foto</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>There before</source>
        <translation>War vorhanden</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Misslungen</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>Vignette</source>
        <translation>Vignette</translation>
    </message>
    <message>
        <source>Channels exchanged</source>
        <translation>Kanäle getauscht</translation>
    </message>
    <message>
        <source>Emboss</source>
        <translation>Prägen</translation>
    </message>
    <message>
        <source>Checkerboard</source>
        <translation>Schachbrett</translation>
    </message>
    <message>
        <source>Sobel edges</source>
        <translation>Sobel-Kanten</translation>
    </message>
    <message>
        <source>Mean of 5 × 5 pixels</source>
        <translation>Mittel aus 5 × 5 Pixeln</translation>
    </message>
    <message>
        <source>Sharpen</source>
        <translation>Schärfen</translation>
    </message>
    <message>
        <source>Colours by lightness</source>
        <translation>Farben nach Helligkeit</translation>
    </message>
    <message>
        <source>Waves of light</source>
        <translation>Lichtwellen</translation>
    </message>
    <message>
        <source>Photos added: {0}; {1} were in the session already</source>
        <translation>Fotos hinzugefügt: {0}; {1} waren schon in der Sitzung</translation>
    </message>
    <message>
        <source>Adding photos</source>
        <translation>Fotos werden hinzugefügt</translation>
    </message>
    <message>
        <source>Add a folder of photos</source>
        <translation>Einen Ordner mit Fotos hinzufügen</translation>
    </message>
    <message>
        <source>Photos found in that folder: {0}</source>
        <translation>In dem Ordner gefundene Fotos: {0}</translation>
    </message>
    <message>
        <source>The recipe is on the clipboard: paste it to other photos</source>
        <translation>Das Rezept liegt in der Zwischenablage: es lässt sich in andere Fotos einfügen</translation>
    </message>
    <message>
        <source>The filters are on the clipboard: paste them to other photos</source>
        <translation>Die Filter liegen in der Zwischenablage: Fügen Sie sie in andere Fotos ein</translation>
    </message>
    <message>
        <source>The clipboard holds no recipe: copy one first</source>
        <translation>Die Zwischenablage enthält kein Rezept: zuerst eines kopieren</translation>
    </message>
    <message>
        <source>Photos with these filters now: {0}</source>
        <translation>Fotos, die jetzt diese Filter haben: {0}</translation>
    </message>
    <message>
        <source>Opacity is that of a filter: add a filter first</source>
        <translation>Die Deckkraft ist die eines Filters: Fügen Sie zuerst einen hinzu</translation>
    </message>
    <message>
        <source>Mean brightness</source>
        <translation>Mittlere Helligkeit</translation>
    </message>
    <message>
        <source>Contrast</source>
        <translation>Kontrast</translation>
    </message>
    <message>
        <source>Sharpness</source>
        <translation>Schärfe</translation>
    </message>
    <message>
        <source>Difference from the target</source>
        <translation>Abweichung vom Ziel</translation>
    </message>
    <message>
        <source>{0} may be changed by the search</source>
        <translation>{0} darf von der Suche geändert werden</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Playground</source>
        <translation>Spielwiese</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>From the next start on</source>
        <translation>Ab dem nächsten Start</translation>
    </message>
    <message>
        <source>After a crash</source>
        <translation>Nach einem Absturz</translation>
    </message>
    <message>
        <source>Offer to restore the session</source>
        <translation>Anbieten, die Sitzung wiederherzustellen</translation>
    </message>
    <message>
        <source>What is in work is kept every second in any case</source>
        <translation>Was in Arbeit ist, wird in jedem Fall jede Sekunde gesichert</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Reduced: messages do not fade</source>
        <translation>Reduziert: Meldungen blenden nicht aus</translation>
    </message>
    <message>
        <source>As JAX chooses</source>
        <translation>Wie JAX es wählt</translation>
    </message>
    <message>
        <source>{0} (not there)</source>
        <translation>{0} (nicht vorhanden)</translation>
    </message>
    <message>
        <source>By the machine&apos;s memory</source>
        <translation>Nach dem Speicher des Rechners</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>At once, and from the next start on</source>
        <translation>Sofort, und ab dem nächsten Start</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>At most, for images of steps that are kept, so that later steps are computed alone</source>
        <translation>Höchstens, für Bilder von Schritten, die behalten werden, sodass nur spätere Schritte gerechnet werden</translation>
    </message>
    <message>
        <source>While a control moves</source>
        <translation>Während ein Regler bewegt wird</translation>
    </message>
    <message>
        <source>A coarser preview where it keeps up</source>
        <translation>Gröbere Vorschau, wo sie sonst nicht mitkommt</translation>
    </message>
    <message>
        <source>Save As</source>
        <translation>Speichern unter</translation>
    </message>
    <message>
        <source>Ask for quality, size and metadata</source>
        <translation>Nach Qualität, Größe und Metadaten fragen</translation>
    </message>
    <message>
        <source>Otherwise as it was last chosen</source>
        <translation>Sonst wie zuletzt gewählt</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Multiply</source>
        <translation>Multiplizieren</translation>
    </message>
    <message>
        <source>Screen</source>
        <translation>Bildschirm</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>Überlagern</translation>
    </message>
    <message>
        <source>Soft light</source>
        <translation>Weiches Licht</translation>
    </message>
    <message>
        <source>Luminosity</source>
        <translation>Helligkeit</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>An ICC profile; without one it is taken to be sRGB</source>
        <translation>Ein ICC-Profil; ohne eines gilt er als sRGB</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Start with</source>
        <translation>Beginnen mit</translation>
    </message>
    <message>
        <source>Open it with the window</source>
        <translation>Mit dem Fenster öffnen</translation>
    </message>
    <message>
        <source>A mask limits a filter to a region: add a filter first</source>
        <translation>Eine Maske begrenzt einen Filter auf einen Bereich: zuerst einen Filter hinzufügen</translation>
    </message>
    <message>
        <source>No filter is limited to a region</source>
        <translation>Kein Filter ist auf einen Bereich begrenzt</translation>
    </message>
    <message>
        <source>The mask is shown in: {0}</source>
        <translation>Die Maske wird gezeigt in: {0}</translation>
    </message>
    <message>
        <source>A step that changes the picture&apos;s size cannot be limited to a region</source>
        <translation>Ein Schritt, der die Größe des Bildes ändert, lässt sich nicht auf einen Bereich begrenzen</translation>
    </message>
    <message>
        <source>Edit the mask</source>
        <translation>Die Maske bearbeiten</translation>
    </message>
    <message>
        <source>New mask: {0}</source>
        <translation>Neue Maske: {0}</translation>
    </message>
    <message>
        <source>No mask</source>
        <translation>Keine Maske</translation>
    </message>
    <message>
        <source>of the photo&apos;s shorter side</source>
        <translation>der kürzeren Seite des Fotos</translation>
    </message>
    <message>
        <source>Stroke {0}</source>
        <translation>Strich {0}</translation>
    </message>
    <message>
        <source>Source of stroke {0}</source>
        <translation>Quelle von Strich {0}</translation>
    </message>
    <message>
        <source>Paint · right button or Alt: erase · Ctrl: move a stroke · [ ]: radius · Shift+[ ]: hardness</source>
        <translation>Malen · rechte Taste oder Alt: radieren · Strg: Strich bewegen · [ ]: Radius · Umschalt+[ ]: Härte</translation>
    </message>
    <message>
        <source>Drag a stroke or its source · Del: remove it · Enter: done</source>
        <translation>Strich oder Quelle ziehen · Entf: entfernen · Enter: fertig</translation>
    </message>
    <message>
        <source>Drag a stroke · Del: remove it · Enter: done</source>
        <translation>Strich ziehen · Entf: entfernen · Enter: fertig</translation>
    </message>
    <message>
        <source>Part of the photo&apos;s width and height, from its top left corner</source>
        <translation>Teil der Breite und Höhe des Fotos, von seiner linken oberen Ecke aus</translation>
    </message>
    <message>
        <source>Centre x, y</source>
        <translation>Mitte x, y</translation>
    </message>
    <message>
        <source>Centre x</source>
        <translation>Mitte x</translation>
    </message>
    <message>
        <source>Centre y</source>
        <translation>Mitte y</translation>
    </message>
    <message>
        <source>Size w, h</source>
        <translation>Größe b, h</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Full at x, y</source>
        <translation>Voll bei x, y</translation>
    </message>
    <message>
        <source>Full at x</source>
        <translation>Voll bei x</translation>
    </message>
    <message>
        <source>Full at y</source>
        <translation>Voll bei y</translation>
    </message>
    <message>
        <source>None at x, y</source>
        <translation>Null bei x, y</translation>
    </message>
    <message>
        <source>None at x</source>
        <translation>Null bei x</translation>
    </message>
    <message>
        <source>None at y</source>
        <translation>Null bei y</translation>
    </message>
    <message>
        <source>Angle</source>
        <translation>Winkel</translation>
    </message>
    <message>
        <source>Degrees, counter-clockwise</source>
        <translation>Grad, gegen den Uhrzeigersinn</translation>
    </message>
    <message>
        <source>Radius</source>
        <translation>Radius</translation>
    </message>
    <message>
        <source>Hardness</source>
        <translation>Härte</translation>
    </message>
    <message>
        <source>How much of the brush is at full strength (Shift+[ ])</source>
        <translation>Wie viel des Pinsels volle Stärke hat (Umschalt+[ ])</translation>
    </message>
    <message>
        <source>Darkest</source>
        <translation>Dunkelste</translation>
    </message>
    <message>
        <source>Pixels from this luma on belong to it</source>
        <translation>Pixel ab dieser Helligkeit gehören dazu</translation>
    </message>
    <message>
        <source>Lightest</source>
        <translation>Hellste</translation>
    </message>
    <message>
        <source>Pixels up to this luma belong to it</source>
        <translation>Pixel bis zu dieser Helligkeit gehören dazu</translation>
    </message>
    <message>
        <source>Tolerance</source>
        <translation>Toleranz</translation>
    </message>
    <message>
        <source>How far from the picked colour; black is 100 % from white</source>
        <translation>Wie weit von der aufgenommenen Farbe; Schwarz ist 100 % von Weiß entfernt</translation>
    </message>
    <message>
        <source>Softness</source>
        <translation>Weichheit</translation>
    </message>
    <message>
        <source>How far beyond the range the effect fades out</source>
        <translation>Wie weit jenseits des Bereichs die Wirkung ausläuft</translation>
    </message>
    <message>
        <source>Feather</source>
        <translation>Weicher Rand</translation>
    </message>
    <message>
        <source>Opacity</source>
        <translation>Deckkraft</translation>
    </message>
    <message>
        <source>How much of the effect comes through</source>
        <translation>Wie viel der Wirkung durchkommt</translation>
    </message>
    <message>
        <source>Rectangle</source>
        <translation>Rechteck</translation>
    </message>
    <message>
        <source>Ellipse</source>
        <translation>Ellipse</translation>
    </message>
    <message>
        <source>Polygon</source>
        <translation>Vieleck</translation>
    </message>
    <message>
        <source>Gradient</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Brush</source>
        <translation>Pinsel</translation>
    </message>
    <message>
        <source>Luminosity range</source>
        <translation>Helligkeitsbereich</translation>
    </message>
    <message>
        <source>Colour range</source>
        <translation>Farbbereich</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <translation>{0} {1}</translation>
    </message>
    <message>
        <source>Mask {0}</source>
        <translation>Maske {0}</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Addieren</translation>
    </message>
    <message>
        <source>Subtract</source>
        <translation>Abziehen</translation>
    </message>
    <message>
        <source>Intersect</source>
        <translation>Schneiden</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
    <message>
        <source>{0} steps, blended in {1} runs</source>
        <translation>{0} Schritte, in {1} Läufen gemischt</translation>
    </message>
    <message>
        <source>{0} steps, blended once</source>
        <translation>{0} Schritte, einmal gemischt</translation>
    </message>
    <message>
        <source>The whole shape</source>
        <translation>Die ganze Form</translation>
    </message>
    <message>
        <source>Rotation</source>
        <translation>Drehung</translation>
    </message>
    <message>
        <source>Full effect</source>
        <translation>Volle Wirkung</translation>
    </message>
    <message>
        <source>No effect</source>
        <translation>Keine Wirkung</translation>
    </message>
    <message>
        <source>Point {0}</source>
        <translation>Punkt {0}</translation>
    </message>
    <message>
        <source>Drag a rectangle · Shift: square · Alt: from the middle</source>
        <translation>Ein Rechteck ziehen · Umschalt: Quadrat · Alt: von der Mitte</translation>
    </message>
    <message>
        <source>Drag an ellipse · Shift: circle · Alt: from the middle</source>
        <translation>Eine Ellipse ziehen · Umschalt: Kreis · Alt: von der Mitte</translation>
    </message>
    <message>
        <source>Click point by point · Enter or double click: close · Esc: cancel</source>
        <translation>Punkt für Punkt klicken · Eingabe oder Doppelklick: schließen · Esc: abbrechen</translation>
    </message>
    <message>
        <source>Drag from full effect to none · Shift: in steps of 15°</source>
        <translation>Von voller Wirkung zu keiner ziehen · Umschalt: in Schritten von 15°</translation>
    </message>
    <message>
        <source>Click the colour</source>
        <translation>Auf die Farbe klicken</translation>
    </message>
    <message>
        <source>Drag the handles · Enter: done</source>
        <translation>Die Griffe ziehen · Eingabe: fertig</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>White</source>
        <translation>Weiß</translation>
    </message>
    <message>
        <source>Your own filters: {0}</source>
        <translation>Ihre eigenen Filter: {0}</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Camera raw</source>
        <translation>Kamera-Rohdaten</translation>
    </message>
    <message>
        <source>Colour profiles</source>
        <translation>Farbprofile</translation>
    </message>
    <message>
        <source>In recipes</source>
        <translation>In Rezepten</translation>
    </message>
    <message>
        <source>Multiplication needs no sign: 7x sin(x). Powers are ^ or ². Angles are in radians.</source>
        <translation>Multiplikation braucht kein Zeichen: 7x sin(x). Potenzen sind ^ oder ². Winkel sind in Bogenmaß.</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Radius of the next stroke</source>
        <translation>Radius des nächsten Strichs</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>In the filter Expression</source>
        <translation>Im Filter Ausdruck</translation>
    </message>
    <message>
        <source>Neighbours, dx columns to the right and dy rows down:</source>
        <translation>Nachbarn, dx Spalten nach rechts und dy Zeilen nach unten:</translation>
    </message>
    <message>
        <source>Sheets and points</source>
        <translation>Blätter und Punkte</translation>
    </message>
    <message>
        <source>Sheets of functions</source>
        <translation>Blätter mit Funktionen</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Web pages</source>
        <translation>Webseiten</translation>
    </message>
    <message>
        <source>Width of the soft edge</source>
        <translation>Breite des weichen Rands</translation>
    </message>
    <message>
        <source>moves only</source>
        <translation>nur verschoben</translation>
    </message>
    <message>
        <source>Nothing has been heard of the engine for {0} s: one of your own filters may hang</source>
        <translation>Die Berechnung hat sich seit {0} s nicht gemeldet: Einer Ihrer eigenen Filter hängt vielleicht</translation>
    </message>
    <message>
        <source>Use No Own Filters</source>
        <translation>Ohne eigene Filter</translation>
    </message>
    <message>
        <source>Step {0}, {1}: one part of it has taken {2} s already, and may never end</source>
        <translation>Schritt {0}, {1}: Ein Teil davon dauert schon {2} s und endet vielleicht nie</translation>
    </message>
    <message>
        <source>Remove This Filter</source>
        <translation>Diesen Filter entfernen</translation>
    </message>
    <message>
        <source>{0}: one part of it has taken {1} s already, and may never end</source>
        <translation>{0}: Ein Teil davon dauert schon {1} s und endet vielleicht nie</translation>
    </message>
    <message>
        <source>Compare and Measure</source>
        <translation>Vergleichen und messen</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
    <message>
        <source>Added: {0}</source>
        <translation>Hinzugefügt: {0}</translation>
    </message>
    <message>
        <source>Removed: {0}</source>
        <translation>Entfernt: {0}</translation>
    </message>
    <message>
        <source>Moved: {0}</source>
        <translation>Verschoben: {0}</translation>
    </message>
    <message>
        <source>Mask changed</source>
        <translation>Maske geändert</translation>
    </message>
    <message>
        <source>Seed: {0}</source>
        <translation>Startwert: {0}</translation>
    </message>
    <message>
        <source>Working space changed</source>
        <translation>Arbeitsfarbraum geändert</translation>
    </message>
    <message>
        <source>{0}: on</source>
        <translation>{0}: an</translation>
    </message>
    <message>
        <source>{0}: off</source>
        <translation>{0}: aus</translation>
    </message>
    <message>
        <source>{0}: {1} values</source>
        <translation>{0}: {1} Werte</translation>
    </message>
    <message>
        <source>{0}: mask</source>
        <translation>{0}: Maske</translation>
    </message>
    <message>
        <source>{0} of a run</source>
        <translation>{0} eines Laufs</translation>
    </message>
    <message>
        <source>export, export image, save a copy, quality</source>
        <translation>Exportieren, Bild exportieren, Kopie speichern, Qualität</translation>
    </message>
    <message>
        <source>export selected, batch queue, batch processing</source>
        <translation>Ausgewählte exportieren, Warteschlange, Stapelverarbeitung</translation>
    </message>
    <message>
        <source>batch processing, process many files, queue</source>
        <translation>Stapelverarbeitung, viele Dateien, Warteschlange</translation>
    </message>
    <message>
        <source>preferences, options</source>
        <translation>Voreinstellungen, Optionen</translation>
    </message>
    <message>
        <source>reset, start over, discard history</source>
        <translation>Zurücksetzen, neu anfangen, Verlauf verwerfen</translation>
    </message>
    <message>
        <source>aspect ratio, horizon, level, straighten, trim</source>
        <translation>Beschnitt, Seitenverhältnis, Horizont, Begradigen, Beschneiden</translation>
    </message>
    <message>
        <source>turn, orientation</source>
        <translation>wenden, Ausrichtung</translation>
    </message>
    <message>
        <source>mirror, orientation</source>
        <translation>mirror, Ausrichtung</translation>
    </message>
    <message>
        <source>scale image, image size, downscale</source>
        <translation>Bild skalieren, Bildgröße, verkleinern</translation>
    </message>
    <message>
        <source>gray world, auto color</source>
        <translation>Grauwelt, automatische Farben</translation>
    </message>
    <message>
        <source>stretch contrast, normalize, auto tone</source>
        <translation>Kontrast spreizen, normalisieren, automatischer Ton</translation>
    </message>
    <message>
        <source>copy style, copy settings, sync settings</source>
        <translation>Stil kopieren, Einstellungen kopieren, Einstellungen abgleichen</translation>
    </message>
    <message>
        <source>copy parts, partial profile, sync settings</source>
        <translation>Teile kopieren, Teilprofil, Einstellungen abgleichen</translation>
    </message>
    <message>
        <source>paste style, paste settings, sync settings</source>
        <translation>Stil einfügen, Einstellungen einfügen, Einstellungen abgleichen</translation>
    </message>
    <message>
        <source>rating, stars, color labels, cull</source>
        <translation>Bewertung, Sterne, Farbmarkierung, Auswahl</translation>
    </message>
    <message>
        <source>flag, accept, cull</source>
        <translation>annehmen, behalten, Auswahl</translation>
    </message>
    <message>
        <source>cull, unwanted</source>
        <translation>verwerfen, ablehnen, aussortieren</translation>
    </message>
    <message>
        <source>styles, looks, processing profiles</source>
        <translation>Stile, Looks, Bearbeitungsprofile</translation>
    </message>
    <message>
        <source>1 to 1, actual size</source>
        <translation>1 zu 1, Originalgröße</translation>
    </message>
    <message>
        <source>compare, split view, side by side</source>
        <translation>Vergleichen, geteilte Ansicht, nebeneinander</translation>
    </message>
    <message>
        <source>difference, measure</source>
        <translation>Unterschied, messen</translation>
    </message>
    <message>
        <source>compare, version, virtual copy</source>
        <translation>Vergleichen, Version, virtuelle Kopie</translation>
    </message>
    <message>
        <source>overexposed, clipping warning, gamut check, zebra</source>
        <translation>Überbelichtung, Beschnittwarnung, Clipping, Gamut-Prüfung, Zebra</translation>
    </message>
    <message>
        <source>scopes, waveform, vectorscope</source>
        <translation>Wellenform, Waveform, Vektorskop, Anzeigen</translation>
    </message>
    <message>
        <source>library, album, thumbnails, grid, contact sheet</source>
        <translation>Bibliothek, Album, Vorschaubilder, Raster, Kontaktbogen</translation>
    </message>
    <message>
        <source>undo history, journal, earlier state</source>
        <translation>Journal, früherer Stand</translation>
    </message>
    <message>
        <source>thumbnails, photos</source>
        <translation>Vorschaubilder, Fotos</translation>
    </message>
    <message>
        <source>parametric mask, drawn mask, local adjustment, selection</source>
        <translation>parametrische Maske, gezeichnete Maske, lokale Anpassung, Auswahl</translation>
    </message>
    <message>
        <source>opacity, blend mode, layer mode</source>
        <translation>Deckkraft, Mischmodus, Modus, Ebenenmodus</translation>
    </message>
    <message>
        <source>radial filter, circle</source>
        <translation>Radialfilter, Kreis</translation>
    </message>
    <message>
        <source>graduated filter, graduated density</source>
        <translation>Verlaufsfilter, Grauverlauf</translation>
    </message>
    <message>
        <source>paint, adjustment brush</source>
        <translation>Malen, Korrekturpinsel</translation>
    </message>
    <message>
        <source>parametric mask, luminosity mask</source>
        <translation>parametrische Maske, Luminanzmaske</translation>
    </message>
    <message>
        <source>parametric mask, select by color</source>
        <translation>parametrische Maske, nach Farbe auswählen</translation>
    </message>
    <message>
        <source>{0} devices</source>
        <translation>{0} Geräte</translation>
    </message>
    <message>
        <source>64 bits</source>
        <translation>64 Bit</translation>
    </message>
    <message>
        <source>What is typed is run a moment after the last key: in a process of its own with at most {0} s and {1} GB, but with all your rights. Run only what you trust.</source>
        <translation>Was Sie tippen, wird kurz nach der letzten Taste ausgeführt: in einem eigenen Prozess mit höchstens {0} s und {1} GB, aber mit allen Ihren Rechten. Führen Sie nur aus, dem Sie trauen.</translation>
    </message>
    <message>
        <source>{0} is no flag of XLA: expected --name=value</source>
        <translation>{0} ist kein Flag von XLA: erwartet wird --name=wert</translation>
    </message>
    <message>
        <source>No fusion</source>
        <translation>Keine Fusion</translation>
    </message>
    <message>
        <source>Every operation is a kernel of its own, with its result in memory</source>
        <translation>Jede Operation ist ein eigener Kern, mit ihrem Ergebnis im Speicher</translation>
    </message>
    <message>
        <source>No kernels of YNNPACK</source>
        <translation>Keine Kerne von YNNPACK</translation>
    </message>
    <message>
        <source>XLA compiles products and reductions itself, and calls no library of kernels</source>
        <translation>XLA übersetzt Produkte und Reduktionen selbst und ruft keine Bibliothek von Kernen</translation>
    </message>
    <message>
        <source>Schedule for least memory</source>
        <translation>Reihenfolge mit wenig Speicher</translation>
    </message>
    <message>
        <source>Kernels run in the order that needs least memory, not in that which lets most run at once</source>
        <translation>Kerne laufen in der Reihenfolge, die am wenigsten Speicher braucht, nicht in der, die am meisten gleichzeitig laufen lässt</translation>
    </message>
    <message>
        <source>One thread</source>
        <translation>Ein Thread</translation>
    </message>
    <message>
        <source>Kernels are not divided among threads</source>
        <translation>Kerne werden nicht auf Threads verteilt</translation>
    </message>
    <message>
        <source>Fast math</source>
        <translation>Schnelle Arithmetik</translation>
    </message>
    <message>
        <source>Sums may be reordered and divisions replaced; NaN and infinity may come out otherwise</source>
        <translation>Summen dürfen umgeordnet und Divisionen ersetzt werden; NaN und Unendlich können anders ausfallen</translation>
    </message>
    <message>
        <source>No excess precision</source>
        <translation>Keine überschüssige Genauigkeit</translation>
    </message>
    <message>
        <source>Numbers of 16 bits are rounded after every operation, also inside a fusion</source>
        <translation>Zahlen mit 16 Bit werden nach jeder Operation gerundet, auch in einer Fusion</translation>
    </message>
    <message>
        <source>LLVM does not optimise</source>
        <translation>LLVM optimiert nicht</translation>
    </message>
    <message>
        <source>The machine code follows the LLVM IR line by line: nothing is vectorised or unrolled</source>
        <translation>Der Maschinencode folgt dem LLVM IR Zeile für Zeile: nichts wird vektorisiert oder entrollt</translation>
    </message>
    <message>
        <source>Vectors of 128 bits</source>
        <translation>Vektoren mit 128 Bit</translation>
    </message>
    <message>
        <source>LLVM takes vectors of four float32, where it takes eight otherwise</source>
        <translation>LLVM nimmt Vektoren von vier float32, sonst von acht</translation>
    </message>
    <message>
        <source>Vectors of 512 bits</source>
        <translation>Vektoren mit 512 Bit</translation>
    </message>
    <message>
        <source>LLVM takes vectors of sixteen float32, where the processor has AVX-512</source>
        <translation>LLVM nimmt Vektoren von sechzehn float32, wo der Prozessor AVX-512 hat</translation>
    </message>
    <message>
        <source>Instructions up to SSE 4.2</source>
        <translation>Befehle bis SSE 4.2</translation>
    </message>
    <message>
        <source>The machine code runs on every x86 processor since 2008: no AVX, no fused multiply-add</source>
        <translation>Der Maschinencode läuft auf jedem x86-Prozessor seit 2008: kein AVX, kein fused multiply-add</translation>
    </message>
    <message>
        <source>{0}, not used by the program</source>
        <translation>{0}, vom Programm nicht benutzt</translation>
    </message>
    <message>
        <source>sharding of argument {0}</source>
        <translation>Aufteilung von Argument {0}</translation>
    </message>
    <message>
        <source>argument {0}</source>
        <translation>Argument {0}</translation>
    </message>
</context>
<context>
    <name>AboutDialog</name>
    <message>
        <source>About JAXStudio</source>
        <translation>Über JAXStudio</translation>
    </message>
    <message>
        <source>See what JAX does: to a photo, to a function, to the code itself.</source>
        <translation>Sehen, was JAX tut: mit einem Foto, mit einer Funktion, mit dem Programm selbst.</translation>
    </message>
    <message>
        <source>Versions and devices</source>
        <translation>Versionen und Geräte</translation>
    </message>
    <message>
        <source>Apache License 2.0. The sample photos come with scikit-image.</source>
        <translation>Apache-Lizenz 2.0. Die Beispielfotos stammen aus scikit-image.</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Devices are not known yet</source>
        <translation>Die Geräte sind noch nicht bekannt</translation>
    </message>
</context>
<context>
    <name>AddBox</name>
    <message>
        <source>Add a filter</source>
        <translation>Filter hinzufügen</translation>
    </message>
    <message>
        <source>Type to search, arrow keys to choose, Enter to add</source>
        <translation>Tippen sucht, Pfeiltasten wählen, Eingabe fügt hinzu</translation>
    </message>
    <message>
        <source>Filters found</source>
        <translation>Gefundene Filter</translation>
    </message>
    <message>
        <source>Add a filter…  (Ctrl+K)</source>
        <translation>Filter hinzufügen…  (Strg+K)</translation>
    </message>
    <message>
        <source>Loading the filters…</source>
        <translation>Die Filter werden geladen…</translation>
    </message>
    <message>
        <source>No filter matches. Perhaps:</source>
        <translation>Kein Filter passt. Vielleicht:</translation>
    </message>
    <message>
        <source>No filter matches. Often used:</source>
        <translation>Kein Filter passt. Oft gebraucht:</translation>
    </message>
    <message>
        <source>Commands are found by Ctrl+Shift+A</source>
        <translation>Befehle findet Strg+Umschalt+A</translation>
    </message>
</context>
<context>
    <name>AnimationView</name>
    <message>
        <source>Animation</source>
        <translation>Animation</translation>
    </message>
</context>
<context>
    <name>ArraysPage</name>
    <message>
        <source>Arrays</source>
        <translation>Arrays</translation>
    </message>
    <message>
        <source>vmap of a layer W x + b</source>
        <translation>vmap einer Schicht W x + b</translation>
    </message>
    <message>
        <source>Which arrays bring one example for each call? The others go whole to all.</source>
        <translation>Welche Arrays bringen je Aufruf ein Beispiel? Die anderen gehen ganz in jeden.</translation>
    </message>
    <message>
        <source>Map over {0}</source>
        <translation>Über {0} abbilden</translation>
    </message>
    <message>
        <source>How many examples</source>
        <translation>Wie viele Beispiele</translation>
    </message>
    <message>
        <source>Outputs of the layer</source>
        <translation>Ausgaben der Schicht</translation>
    </message>
    <message>
        <source>Inputs of the layer</source>
        <translation>Eingaben der Schicht</translation>
    </message>
    <message>
        <source>over</source>
        <translation>über</translation>
    </message>
    <message>
        <source>examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Random keys</source>
        <translation>Zufallsschlüssel</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Draws</source>
        <translation>Ziehungen</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>vmap needs at least one array to map over</source>
        <translation>vmap braucht mindestens ein Array, über das es läuft</translation>
    </message>
</context>
<context>
    <name>AskPage</name>
    <message>
        <source>Evaluate</source>
        <translation>Auswerten</translation>
    </message>
    <message>
        <source>Type a curve such as x^3 - x to ask about it.</source>
        <translation>Eine Kurve wie x^3 - x eintippen, um nach ihr zu fragen.</translation>
    </message>
    <message>
        <source>Roots</source>
        <translation>Nullstellen</translation>
    </message>
    <message>
        <source>Maxima</source>
        <translation>Maxima</translation>
    </message>
    <message>
        <source>Minima</source>
        <translation>Minima</translation>
    </message>
    <message>
        <source>Inflections</source>
        <translation>Wendepunkte</translation>
    </message>
    <message>
        <source>Saddles</source>
        <translation>Sattelpunkte</translation>
    </message>
    <message>
        <source>Poles</source>
        <translation>Polstellen</translation>
    </message>
    <message>
        <source>Jumps</source>
        <translation>Sprünge</translation>
    </message>
    <message>
        <source>Holes</source>
        <translation>Lücken</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>Enden</translation>
    </message>
    <message>
        <source>Corners</source>
        <translation>Knicke</translation>
    </message>
    <message>
        <source>Intersections</source>
        <translation>Schnittpunkte</translation>
    </message>
    <message>
        <source>Points found</source>
        <translation>Gefundene Punkte</translation>
    </message>
    <message>
        <source>Look for: {0}</source>
        <translation>Suchen nach: {0}</translation>
    </message>
    <message>
        <source>Area below the curve</source>
        <translation>Fläche unter der Kurve</translation>
    </message>
    <message>
        <source>Integrate from</source>
        <translation>Integrieren von</translation>
    </message>
    <message>
        <source>Integrate to</source>
        <translation>Integrieren bis</translation>
    </message>
    <message>
        <source>Integrate</source>
        <translation>Integrieren</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Table of values</source>
        <translation>Wertetabelle</translation>
    </message>
    <message>
        <source>Table from</source>
        <translation>Tabelle von</translation>
    </message>
    <message>
        <source>Table to</source>
        <translation>Tabelle bis</translation>
    </message>
    <message>
        <source>Rows of the table</source>
        <translation>Zeilen der Tabelle</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>Füllen</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>“All found” is said only when every other interval in view is excluded.</source>
        <translation>„Alle gefunden“ steht nur da, wenn jedes andere Intervall im Bild ausgeschlossen ist.</translation>
    </message>
    <message>
        <source>all found</source>
        <translation>alle gefunden</translation>
    </message>
    <message>
        <source>perhaps more</source>
        <translation>vielleicht mehr</translation>
    </message>
    <message>
        <source>integrating…</source>
        <translation>wird integriert…</translation>
    </message>
    <message>
        <source>Sure digits</source>
        <translation>Sichere Stellen</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
</context>
<context>
    <name>Asking</name>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>wird berechnet…</translation>
    </message>
</context>
<context>
    <name>AxesDrawing</name>
    <message>
        <source>axis {0}: one of {1} for each call</source>
        <translation>Achse {0}: je Aufruf eines von {1}</translation>
    </message>
    <message>
        <source>whole, to every call</source>
        <translation>ganz, in jeden Aufruf</translation>
    </message>
</context>
<context>
    <name>AxesMenu</name>
    <message>
        <source>Axes</source>
        <translation>Achsen</translation>
    </message>
    <message>
        <source>Logarithmic x Axis</source>
        <translation>Logarithmische x-Achse</translation>
    </message>
    <message>
        <source>Logarithmic y Axis</source>
        <translation>Logarithmische y-Achse</translation>
    </message>
    <message>
        <source>Multiples of π on x</source>
        <translation>Vielfache von π auf x</translation>
    </message>
    <message>
        <source>Multiples of π on y</source>
        <translation>Vielfache von π auf y</translation>
    </message>
    <message>
        <source>Polar Grid</source>
        <translation>Polargitter</translation>
    </message>
    <message>
        <source>Angles in Degrees</source>
        <translation>Winkel in Grad</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>Equal Scales</source>
        <translation>Gleiche Maßstäbe</translation>
    </message>
    <message>
        <source>Label of x, such as t in s</source>
        <translation>Name von x, etwa t in s</translation>
    </message>
    <message>
        <source>Label of y, such as U in V</source>
        <translation>Name von y, etwa U in V</translation>
    </message>
</context>
<context>
    <name>AxisRow</name>
    <message>
        <source>{0}: from</source>
        <translation>{0}: von</translation>
    </message>
    <message>
        <source>{0}: to</source>
        <translation>{0}: bis</translation>
    </message>
    <message>
        <source>{0}: how many values</source>
        <translation>{0}: wie viele Werte</translation>
    </message>
    <message>
        <source>From {0} to {1}</source>
        <translation>Von {0} bis {1}</translation>
    </message>
    <message>
        <source>Second parameter</source>
        <translation>Zweiter Parameter</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Seed {0}</source>
        <translation>Startwert {0}</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Expected {0}</source>
        <translation>Erwartet wird {0}</translation>
    </message>
</context>
<context>
    <name>BatchWindow</name>
    <message>
        <source>Batch</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>Photos of the batch</source>
        <translation>Fotos des Stapels</translation>
    </message>
    <message>
        <source>Progress of the batch</source>
        <translation>Fortschritt des Stapels</translation>
    </message>
    <message>
        <source>Only the failed</source>
        <translation>Nur die misslungenen</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>A&amp;nhalten</translation>
    </message>
    <message>
        <source>&amp;Retry the Failed</source>
        <translation>Misslungene &amp;wiederholen</translation>
    </message>
    <message>
        <source>Open the &amp;Folder</source>
        <translation>&amp;Ordner öffnen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>No photo is chosen</source>
        <translation>Kein Foto kommt in Frage</translation>
    </message>
    <message>
        <source>Looking for photos…</source>
        <translation>Fotos werden gesucht…</translation>
    </message>
    <message>
        <source>Found: {0}…</source>
        <translation>Gefunden: {0}…</translation>
    </message>
    <message>
        <source>Found: {0}, {1}</source>
        <translation>Gefunden: {0}, {1}</translation>
    </message>
    <message>
        <source>{0}; {1} of the results are there</source>
        <translation>{0}; {1} der Ergebnisse sind vorhanden</translation>
    </message>
    <message>
        <source>The batch is done: {0}</source>
        <translation>Der Stapel ist fertig: {0}</translation>
    </message>
    <message>
        <source>The batch has ended: {0}</source>
        <translation>Der Stapel wurde beendet: {0}</translation>
    </message>
    <message>
        <source>A batch was not finished: {0} photos, results in {1}.</source>
        <translation>Ein Stapel wurde nicht beendet: {0} Fotos, Ergebnisse in {1}.</translation>
    </message>
    <message>
        <source>Go On</source>
        <translation>Fortfahren</translation>
    </message>
    <message>
        <source>Forget It</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Export Session</source>
        <translation>Sitzung exportieren</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>&amp;Go On</source>
        <translation>&amp;Fortfahren</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0} there before</source>
        <translation>{0} waren vorhanden</translation>
    </message>
    <message>
        <source>{0} failed</source>
        <translation>{0} misslungen</translation>
    </message>
    <message>
        <source>Add photos or a folder, or drop them here</source>
        <translation>Fotos oder einen Ordner hinzufügen, oder hier ablegen</translation>
    </message>
    <message>
        <source>Photos: {0}; nothing is computed yet</source>
        <translation>Fotos: {0}; noch ist nichts berechnet</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Beginnt…</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>{0} s left</source>
        <translation>noch {0} s</translation>
    </message>
    <message>
        <source>{0} min left</source>
        <translation>noch {0} min</translation>
    </message>
    <message>
        <source>{0} h left</source>
        <translation>noch {0} h</translation>
    </message>
    <message>
        <source>The batch goes on; File &gt; Batch shows how far it is</source>
        <translation>Der Stapel läuft weiter; Datei &gt; Stapel zeigt, wie weit er ist</translation>
    </message>
</context>
<context>
    <name>Bench</name>
    <message>
        <source>An empty program</source>
        <translation>Ein leeres Programm</translation>
    </message>
    <message>
        <source>{0} would take the place of this program, which is not saved.</source>
        <translation>{0} würde dieses Programm ersetzen, das nicht gespeichert ist.</translation>
    </message>
    <message>
        <source>Replace the Program</source>
        <translation>Programm ersetzen</translation>
    </message>
    <message>
        <source>Saved {0}</source>
        <translation>{0} gespeichert</translation>
    </message>
    <message>
        <source>{0} changed on disk, and here, too.</source>
        <translation>{0} hat sich auf der Platte und auch hier geändert.</translation>
    </message>
    <message>
        <source>Take That of the Disk</source>
        <translation>Fassung der Platte nehmen</translation>
    </message>
    <message>
        <source>Keep Mine</source>
        <translation>Meine behalten</translation>
    </message>
</context>
<context>
    <name>BlendLine</name>
    <message>
        <source>How the filter&apos;s result is mixed with what it is applied to</source>
        <translation>Wie das Ergebnis des Filters mit dem gemischt wird, worauf er angewandt wird</translation>
    </message>
    <message>
        <source>Blend mode</source>
        <translation>Mischmodus</translation>
    </message>
    <message>
        <source>How much of the filter&apos;s result comes through</source>
        <translation>Wie viel vom Ergebnis des Filters durchkommt</translation>
    </message>
    <message>
        <source>Opacity</source>
        <translation>Deckkraft</translation>
    </message>
</context>
<context>
    <name>CallForm</name>
    <message>
        <source>Function</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>The function to inspect</source>
        <translation>Die zu untersuchende Funktion</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Static</source>
        <translation>Statisch</translation>
    </message>
    <message>
        <source>Parameters that are constants of the compilation, with their values: n=3; or the name alone, where its value stands among the arguments</source>
        <translation>Parameter, die Konstanten der Kompilierung sind, mit ihren Werten: n=3; oder der Name allein, wo sein Wert unter den Argumenten steht</translation>
    </message>
    <message>
        <source>Donated</source>
        <translation>Überlassen</translation>
    </message>
    <message>
        <source>Parameters whose memory the result may take: names, with commas between</source>
        <translation>Parameter, deren Speicher das Ergebnis nehmen darf: Namen, mit Kommas dazwischen</translation>
    </message>
    <message>
        <source>Run the file in a process of its own and inspect the function (Enter)</source>
        <translation>Die Datei in einem eigenen Prozess ausführen und die Funktion untersuchen (Eingabe)</translation>
    </message>
    <message>
        <source>Inspect</source>
        <translation>Untersuchen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>The end of what the code printed while it was loaded and traced</source>
        <translation>Das Ende dessen, was der Code beim Laden und Aufzeichnen ausgegeben hat</translation>
    </message>
    <message>
        <source>{0}, such as {1}</source>
        <translation>{0}, etwa {1}</translation>
    </message>
    <message>
        <source>Arguments {0}, such as {1}</source>
        <translation>Argumente {0}, etwa {1}</translation>
    </message>
    <message>
        <source>Printed: {0}</source>
        <translation>Ausgegeben: {0}</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>The arguments of the call, by position or by name:</source>
        <translation>Die Argumente des Aufrufs, nach Stelle oder Namen:</translation>
    </message>
</context>
<context>
    <name>Callout</name>
    <message>
        <source>End the tour (Esc)</source>
        <translation>Die Tour beenden (Esc)</translation>
    </message>
    <message>
        <source>Tour, {0}: {1}</source>
        <translation>Tour, {0}: {1}</translation>
    </message>
</context>
<context>
    <name>Canvas</name>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Arrow keys move the picture, plus and minus zoom, Shift with arrow keys reads pixels</source>
        <translation>Pfeiltasten verschieben das Bild, Plus und Minus zoomen, Umschalt mit Pfeiltasten liest Pixel ab</translation>
    </message>
</context>
<context>
    <name>Catalogue</name>
    <message>
        <source>(r, g, b) becomes the three in the order named: bgr is (b, g, r)</source>
        <translation>(r, g, b) wird zu den dreien in der genannten Reihenfolge: bgr ist (b, g, r)</translation>
    </message>
    <message>
        <source>(x + sqrt(x^2 + b))/2, a smooth relu</source>
        <translation>(x + sqrt(x^2 + b))/2, ein glattes relu</translation>
    </message>
    <message>
        <source>(x + x·x + 3)·(x·x + x·xᵀ) for 3000 × 3000 numbers. NumPy makes a new array of 36 MB at every sign; the jitted function reads x and writes the result.</source>
        <translation>(x + x·x + 3)·(x·x + x·xᵀ) für 3000 × 3000 Zahlen. NumPy legt bei jedem Zeichen ein neues Array von 36 MB an; die jit-kompilierte Funktion liest x und schreibt das Ergebnis.</translation>
    </message>
    <message>
        <source>(x + x·x + 3)·(x·x + x·xᵀ) of 3,000 × 3,000 numbers. NumPy makes a new array of 36 MB at every sign; the jitted function reads x and writes the result. The lesson measures both on this machine.</source>
        <translation>(x + x·x + 3)·(x·x + x·xᵀ) von 3.000 × 3.000 Zahlen. NumPy legt bei jedem Zeichen ein neues Array von 36 MB an; die jit-kompilierte Funktion liest x und schreibt das Ergebnis. Die Lektion misst beides auf diesem Rechner.</translation>
    </message>
    <message>
        <source>-1, 0 or 1</source>
        <translation>-1, 0 oder 1</translation>
    </message>
    <message>
        <source>0 adapts all colours alike, 1 each channel by itself.</source>
        <translation>0 passt alle Farben gleich an, 1 jeden Kanal für sich.</translation>
    </message>
    <message>
        <source>0 adapts to the whole picture, 1 to each pixel.</source>
        <translation>0 passt an das ganze Bild an, 1 an jedes Pixel.</translation>
    </message>
    <message>
        <source>0 below 0, 1 from 0 on</source>
        <translation>0 unter 0, 1 ab 0</translation>
    </message>
    <message>
        <source>0 below 0, 1/2 at 0, 1 above</source>
        <translation>0 unter 0, 1/2 bei 0, 1 darüber</translation>
    </message>
    <message>
        <source>0 follows the height.</source>
        <translation>0 folgt der Höhe.</translation>
    </message>
    <message>
        <source>0 follows the width.</source>
        <translation>0 folgt der Breite.</translation>
    </message>
    <message>
        <source>0 is all one tone, 1 leaves the picture, above 1 is stronger.</source>
        <translation>0 ist ein einziger Ton, 1 lässt das Bild, über 1 ist stärker.</translation>
    </message>
    <message>
        <source>0 is gray, 1 leaves the colours.</source>
        <translation>0 ist grau, 1 lässt die Farben.</translation>
    </message>
    <message>
        <source>0 is gray, 1 leaves the picture, above 1 is stronger.</source>
        <translation>0 ist grau, 1 lässt das Bild, über 1 ist stärker.</translation>
    </message>
    <message>
        <source>0 is one smooth bank, 1 is noise.</source>
        <translation>0 ist eine glatte Bank, 1 ist Rauschen.</translation>
    </message>
    <message>
        <source>0 is smooth, 1 is noise; drawn between 0.1 and this.</source>
        <translation>0 ist glatt, 1 ist Rauschen; gezogen zwischen 0,1 und diesem.</translation>
    </message>
    <message>
        <source>1 - erf(x), exact where it is small</source>
        <translation>1 - erf(x), genau, wo es klein ist</translation>
    </message>
    <message>
        <source>1 - gammainc(a, x), exact where it is small</source>
        <translation>1 - gammainc(a, x), genau, wo es klein ist</translation>
    </message>
    <message>
        <source>1,000 points of y = 65 + 1.8x + 40·cos(x) with noise of deviation 10. A line finds the slope; what it leaves over is the cosine, and a model with the cosine leaves only the noise.</source>
        <translation>1.000 Punkte von y = 65 + 1.8x + 40·cos(x) mit Rauschen der Abweichung 10. Eine Gerade findet die Steigung; übrig bleibt der Kosinus, und ein Modell mit dem Kosinus lässt nur das Rauschen übrig.</translation>
    </message>
    <message>
        <source>1/(1 + exp(-x))</source>
        <translation>1/(1 + exp(-x))</translation>
    </message>
    <message>
        <source>100 steps of 0.1 down x² from 3 end within 1e-9 of 0</source>
        <translation>100 Schritte von 0.1 auf x² hinab ab 3 enden höchstens 1e-9 von 0</translation>
    </message>
    <message>
        <source>2 pi</source>
        <translation>2 pi</translation>
    </message>
    <message>
        <source>2 to the power x</source>
        <translation>2 hoch x</translation>
    </message>
    <message>
        <source>254, 255, 256, 257 as uint8</source>
        <translation>254, 255, 256, 257 als uint8</translation>
    </message>
    <message>
        <source>3.14159…</source>
        <translation>3.14159…</translation>
    </message>
    <message>
        <source>3D LUT</source>
        <translation>3D-LUT</translation>
    </message>
    <message>
        <source>4x³ + 12 − 1/x² at 11</source>
        <translation>4x³ + 12 − 1/x² bei 11</translation>
    </message>
    <message>
        <source>512 hidden units learn which of 200 pictures of 25 × 25 pixels are faces. The same training with and without jit gives the same numbers, at very different speeds.</source>
        <translation>512 verdeckte Einheiten lernen, welche von 200 Bildern von 25 × 25 Pixeln Gesichter sind. Dasselbe Training mit und ohne jit gibt dieselben Zahlen, in sehr verschiedener Zeit.</translation>
    </message>
    <message>
        <source>A Python loop over n elements is traced into 3n equations, and all of them are compiled. lax.scan is one equation, whatever n is.</source>
        <translation>Eine Python-Schleife über n Elemente wird zu 3n Gleichungen, und alle werden kompiliert. lax.scan ist eine Gleichung, gleich wie groß n ist.</translation>
    </message>
    <message>
        <source>A call on an accelerator returns before the result is there; block_until_ready waits for it. Measured without waiting, any program looks fast. On the CPU this program asks for results at once, so that both times are the same.</source>
        <translation>Ein Aufruf auf einem Beschleuniger kehrt zurück, bevor das Ergebnis da ist; block_until_ready wartet darauf. Ohne zu warten gemessen sieht jedes Programm schnell aus. Auf der CPU verlangt dieses Programm Ergebnisse sofort, daher sind beide Zeiten gleich.</translation>
    </message>
    <message>
        <source>A full turn is 1. Gray pictures stay as they are.</source>
        <translation>Ein voller Kreis ist 1. Graue Bilder bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>A gradient has a slope for each input, a Jacobian a row for each output, a Hessian the second derivatives. Forward and reverse mode give the same numbers. stop_gradient makes JAX treat a part as constant.</source>
        <translation>Ein Gradient hat eine Steigung je Eingabe, eine Jacobi-Matrix eine Zeile je Ausgabe, eine Hesse-Matrix die zweiten Ableitungen. Vorwärts- und Rückwärtsmodus geben dieselben Zahlen. stop_gradient lässt JAX einen Teil als Konstante behandeln.</translation>
    </message>
    <message>
        <source>A key is all that a random number depends on. The same key twice gives the same numbers; split gives new keys; numbers drawn one by one with split keys are not those drawn at once.</source>
        <translation>Von einem Schlüssel allein hängt eine Zufallszahl ab. Derselbe Schlüssel zweimal gibt dieselben Zahlen; split gibt neue Schlüssel; Zahlen, die einzeln mit geteilten Schlüsseln gezogen werden, sind nicht die auf einmal gezogenen.</translation>
    </message>
    <message>
        <source>A limit of your own, or one found from the histogram.</source>
        <translation>Eine eigene Schwelle oder eine aus dem Histogramm.</translation>
    </message>
    <message>
        <source>A line&apos;s slope is 1.8 within 0.2</source>
        <translation>Die Steigung der Geraden ist 1.8, auf 0.2 genau</translation>
    </message>
    <message>
        <source>A list of functions, one of them chosen by a random index with lax.switch. The key decides: the same key gives the same picture, and a split key another draw.</source>
        <translation>Eine Liste von Funktionen, von denen lax.switch mit einem zufälligen Index eine wählt. Der Schlüssel entscheidet: derselbe gibt dasselbe Bild, ein geteilter eine andere Ziehung.</translation>
    </message>
    <message>
        <source>A little above 1 to enliven, 0 for a gray picture.</source>
        <translation>Etwas über 1 belebt, 0 gibt ein graues Bild.</translation>
    </message>
    <message>
        <source>A monotone cubic through the points: between two of them it never goes beyond either. Tones darker than the first point or lighter than the last become as these. One curve for all channels.</source>
        <translation>Eine monotone kubische Kurve durch die Punkte: zwischen zweien geht sie nie über einen von ihnen hinaus. Töne, die dunkler als der erste oder heller als der letzte Punkt sind, werden wie diese. Eine Kurve für alle Kanäle.</translation>
    </message>
    <message>
        <source>A photo is an array</source>
        <translation>Ein Foto ist ein Array</translation>
    </message>
    <message>
        <source>A photo is an array of whole numbers: rows, columns and three colours. It has as many bytes as numbers, since each is a uint8; divided by 255 they are float32 from 0 to 1, and four times as large. Cropping is slicing, flipping is indexing backwards, and a turn by 90° swaps the first two axes.</source>
        <translation>Ein Foto ist ein Array ganzer Zahlen: Zeilen, Spalten und drei Farben. Es hat so viele Bytes wie Zahlen, da jede ein uint8 ist; durch 255 geteilt sind sie float32 von 0 bis 1 und viermal so groß. Zuschneiden ist Slicing, Spiegeln ist Indizieren von hinten, und eine Drehung um 90° vertauscht die ersten beiden Achsen.</translation>
    </message>
    <message>
        <source>A result stays where its argument was put</source>
        <translation>Ein Ergebnis bleibt, wo sein Argument liegt</translation>
    </message>
    <message>
        <source>A running sum of n elements as a Python loop is traced into 3n equations, and all of them are compiled; lax.scan is one equation, whatever n is.</source>
        <translation>Eine laufende Summe über n Elemente als Python-Schleife wird zu 3n Gleichungen, und alle werden kompiliert; lax.scan ist eine Gleichung, gleich wie groß n ist.</translation>
    </message>
    <message>
        <source>A turn of the whole, in radians.</source>
        <translation>Eine Drehung des Ganzen, in Bogenmaß.</translation>
    </message>
    <message>
        <source>A value in the middle goes to the even level. Values below 0 and above 1 are rounded too, not cut off.</source>
        <translation>Ein Wert in der Mitte geht zur geraden Stufe. Werte unter 0 und über 1 werden ebenfalls gerundet, nicht abgeschnitten.</translation>
    </message>
    <message>
        <source>ASC CDL</source>
        <translation>ASC CDL</translation>
    </message>
    <message>
        <source>AVIF</source>
        <translation>AVIF</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Um</translation>
    </message>
    <message>
        <source>Above 0 barrel, below 0 pincushion.</source>
        <translation>Über 0 tonnenförmig, unter 0 kissenförmig.</translation>
    </message>
    <message>
        <source>Above 0 lightens the lightest tones.</source>
        <translation>Über 0 hellt es die hellsten Töne auf.</translation>
    </message>
    <message>
        <source>Above 0 lightens what is dark.</source>
        <translation>Über 0 hellt es Dunkles auf.</translation>
    </message>
    <message>
        <source>Above 0 more magenta, below 0 greener.</source>
        <translation>Über 0 mehr Magenta, darunter grüner.</translation>
    </message>
    <message>
        <source>Above 0 the curve bends more in the lights, below 0 in the shadows.</source>
        <translation>Über 0 biegt sich die Kurve mehr in den Lichtern, unter 0 in den Schatten.</translation>
    </message>
    <message>
        <source>Above 0 the highlights&apos; colour reaches further down.</source>
        <translation>Über 0 reicht die Farbe der Lichter weiter hinab.</translation>
    </message>
    <message>
        <source>Above 0 the result is lighter.</source>
        <translation>Über 0 ist das Ergebnis heller.</translation>
    </message>
    <message>
        <source>Above 1 lifts the middle.</source>
        <translation>Über 1 hebt die Mitten.</translation>
    </message>
    <message>
        <source>Above 1 lifts the midtones.</source>
        <translation>Über 1 hebt es die Mitteltöne.</translation>
    </message>
    <message>
        <source>Added to blue.</source>
        <translation>Wird zu Blau addiert.</translation>
    </message>
    <message>
        <source>Added to green.</source>
        <translation>Wird zu Grün addiert.</translation>
    </message>
    <message>
        <source>Added to red.</source>
        <translation>Wird zu Rot addiert.</translation>
    </message>
    <message>
        <source>Added to the result.</source>
        <translation>Wird zum Ergebnis addiert.</translation>
    </message>
    <message>
        <source>Additions of a Python loop of five</source>
        <translation>Additionen einer Python-Schleife über fünf</translation>
    </message>
    <message>
        <source>Adds a little or more grain, or leaves the picture, as the seed has it.</source>
        <translation>Fügt ein wenig oder mehr Korn hinzu oder lässt das Bild, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Adds fine grain: a bell-shaped random error on every value.</source>
        <translation>Fügt feines Korn hinzu: einen glockenförmig verteilten Fehler auf jedem Wert.</translation>
    </message>
    <message>
        <source>Adds grain of which every strength between two bounds is equally likely.</source>
        <translation>Fügt Korn hinzu, dessen Stärke zwischen zwei Grenzen überall gleich wahrscheinlich ist.</translation>
    </message>
    <message>
        <source>Adds grain that is stronger where the picture is brighter.</source>
        <translation>Fügt Korn hinzu, das in hellen Bereichen stärker ist.</translation>
    </message>
    <message>
        <source>Adds the grain of film: clumps of noise, strongest in the middle tones.</source>
        <translation>Fügt das Korn von Film hinzu: Klumpen von Rauschen, am stärksten in den Mitteltönen.</translation>
    </message>
    <message>
        <source>Affine</source>
        <translation>Affin</translation>
    </message>
    <message>
        <source>Against haze and flat light; a negative amount softens skin.</source>
        <translation>Gegen Dunst und flaches Licht; eine negative Stärke glättet Haut.</translation>
    </message>
    <message>
        <source>Against salt-and-pepper noise and dust.</source>
        <translation>Gegen Salz-und-Pfeffer-Rauschen und Staub.</translation>
    </message>
    <message>
        <source>Ahead of time</source>
        <translation>Im Voraus</translation>
    </message>
    <message>
        <source>Alias blur</source>
        <translation>Alias-Unschärfe</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>Alpha is left as it is. A kernel that sums to 0 is not normalised. A kernel from 5×5 on that is a column times a row is done in two passes, which is faster and the same to within rounding.</source>
        <translation>Alpha bleibt, wie es ist. Ein Kern mit Summe 0 wird nicht normiert. Ein Kern ab 5×5, der eine Spalte mal eine Zeile ist, wird in zwei Durchgängen gerechnet, was schneller und bis auf Rundung gleich ist.</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Stärke</translation>
    </message>
    <message>
        <source>Angle</source>
        <translation>Winkel</translation>
    </message>
    <message>
        <source>Angle by which level lines lean.</source>
        <translation>Winkel, um den waagrechte Linien sich neigen.</translation>
    </message>
    <message>
        <source>Angle by which upright lines lean.</source>
        <translation>Winkel, um den senkrechte Linien sich neigen.</translation>
    </message>
    <message>
        <source>Another dtype raises</source>
        <translation>Ein anderer dtype löst einen Fehler aus</translation>
    </message>
    <message>
        <source>Antialias</source>
        <translation>Kantenglättung</translation>
    </message>
    <message>
        <source>Antialiasing is scikit-image&apos;s Gaussian, of at most 64 px; OpenCV&apos;s resize has none, and Pillow&apos;s widens its kernel instead. The cubic spline goes through all values, as scikit-image&apos;s; OpenCV&apos;s and Pillow&apos;s bicubic look at four. It may go beyond the least and greatest value, where scikit-image cuts off by default, and is computed for the whole picture at once.</source>
        <translation>Geglättet wird mit der Gauß-Unschärfe von scikit-image, höchstens 64 px weit; OpenCVs resize hat keine, und Pillow verbreitert stattdessen seinen Kern. Der kubische Spline geht durch alle Werte, wie in scikit-image; bikubisch in OpenCV und Pillow betrachtet vier. Er kann über den kleinsten und größten Wert hinausgehen, wo scikit-image standardmäßig abschneidet, und wird für das ganze Bild auf einmal berechnet.</translation>
    </message>
    <message>
        <source>Applies a filter or leaves the picture, as the seed has it.</source>
        <translation>Wendet einen Filter an oder lässt das Bild, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Applies one filter out of a list, as the seed has it.</source>
        <translation>Wendet einen Filter aus einer Liste an, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Aqua hue</source>
        <translation>Aqua: Farbton</translation>
    </message>
    <message>
        <source>Aqua lightness</source>
        <translation>Aqua: Helligkeit</translation>
    </message>
    <message>
        <source>Aqua saturation</source>
        <translation>Aqua: Sättigung</translation>
    </message>
    <message>
        <source>As Sobel, with every neighbour weighing the same.</source>
        <translation>Wie Sobel, mit gleichem Gewicht für jeden Nachbarn.</translation>
    </message>
    <message>
        <source>As an effect, or to vary training pictures.</source>
        <translation>Als Effekt oder um Trainingsbilder zu variieren.</translation>
    </message>
    <message>
        <source>As dither before reducing bits, or to test a filter.</source>
        <translation>Als Dithering vor dem Verringern der Bits oder um einen Filter zu prüfen.</translation>
    </message>
    <message>
        <source>As in OpenCV, colours are as far apart as the sum of the differences of their channels, and neighbours lie within a circle of radius 1.5·sigma_spatial; scikit-image takes the root of the sum of squares, and a square. OpenCV&apos;s default border is mirror. Weights come from the exponential, not from a table.</source>
        <translation>Wie in OpenCV ist der Abstand zweier Farben die Summe der Differenzen ihrer Kanäle, und die Nachbarn liegen in einem Kreis vom Radius 1.5·sigma_spatial; scikit-image nimmt die Wurzel der Quadratsumme und ein Quadrat. OpenCVs Standardrand ist mirror. Die Gewichte kommen aus der Exponentialfunktion, nicht aus einer Tabelle.</translation>
    </message>
    <message>
        <source>As one of many changes that a model must see through, as in RandAugment and AutoAugment.</source>
        <translation>Als eine von vielen Änderungen, durch die ein Modell hindurchsehen muss, wie in RandAugment und AutoAugment.</translation>
    </message>
    <message>
        <source>As strong as in the exact picture, but with grains of its own, which change places when that comes. A filter after it that counts, picks or clips tones finds the means of grains, not the grains.</source>
        <translation>So stark wie im exakten Bild, aber mit eigenem Korn, das den Platz wechselt, wenn jenes kommt. Ein Filter danach, der Töne zählt, auswählt oder abschneidet, findet Mittel von Körnern, nicht die Körner.</translation>
    </message>
    <message>
        <source>As the last step before saving, or to bring back detail after denoising.</source>
        <translation>Als letzter Schritt vor dem Speichern oder um nach dem Entrauschen Details zurückzuholen.</translation>
    </message>
    <message>
        <source>Asynchronous dispatch</source>
        <translation>Asynchrone Ausführung</translation>
    </message>
    <message>
        <source>At 8 bits, compressed and read again by Pillow in tiles of whole blocks, which fit together as one file would.</source>
        <translation>Mit 8 Bit von Pillow komprimiert und wieder gelesen, in Kacheln aus ganzen Blöcken, die zusammenpassen wie eine Datei.</translation>
    </message>
    <message>
        <source>At four widths, each channel apart; the strongest becomes 1. The border is made once, of the picture; scikit-image makes it again of the first derivatives.</source>
        <translation>Mit vier Breiten, jeder Kanal für sich; die stärkste wird 1. Der Rand wird einmal gebildet, vom Bild; scikit-image bildet ihn von der ersten Ableitung noch einmal.</translation>
    </message>
    <message>
        <source>Augment at random</source>
        <translation>Zufällig verändern</translation>
    </message>
    <message>
        <source>Augmentation</source>
        <translation>Augmentierung</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Average of the noise.</source>
        <translation>Mittel des Rauschens.</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>Balance</source>
        <translation>Balance</translation>
    </message>
    <message>
        <source>Before XLA every operation stands alone. Afterwards most are inside a few fusions, and each of those is one kernel. The page Graph shows them as boxes; Passes shows which pass made them.</source>
        <translation>Vor XLA steht jede Operation für sich. Danach liegen die meisten in wenigen Fusionen, und jede davon ist ein Kernel. Die Seite „Graph“ zeigt sie als Kästen; „Passes“ zeigt, welcher Pass sie gemacht hat.</translation>
    </message>
    <message>
        <source>Before XLA every operation stands alone; afterwards most of them are inside one fusion, which is one kernel: each number is read once and written once.</source>
        <translation>Vor XLA steht jede Operation für sich; danach liegen die meisten in einer Fusion, die ein Kernel ist: jede Zahl wird einmal gelesen und einmal geschrieben.</translation>
    </message>
    <message>
        <source>Begins at a whole pixel of the reduced photo, up to half a pixel of the screen off.</source>
        <translation>Beginnt an einem ganzen Pixel des verkleinerten Fotos, bis zu einem halben Bildschirmpixel daneben.</translation>
    </message>
    <message>
        <source>Behaviour</source>
        <translation>Verhalten</translation>
    </message>
    <message>
        <source>Below 0 colours grow paler.</source>
        <translation>Unter 0 werden Farben blasser.</translation>
    </message>
    <message>
        <source>Below 0 darkens the darkest tones.</source>
        <translation>Unter 0 dunkelt es die dunkelsten Töne ab.</translation>
    </message>
    <message>
        <source>Below 0 darkens what is light.</source>
        <translation>Unter 0 dunkelt es Helles ab.</translation>
    </message>
    <message>
        <source>Below 1 to lift shadows, above 1 to deepen them.</source>
        <translation>Unter 1 hebt die Schatten, über 1 vertieft sie.</translation>
    </message>
    <message>
        <source>Bends straight lines outwards or inwards, as lenses do.</source>
        <translation>Biegt gerade Linien nach außen oder innen, wie Objektive es tun.</translation>
    </message>
    <message>
        <source>Bgr</source>
        <translation>Bgr</translation>
    </message>
    <message>
        <source>Bilateral</source>
        <translation>Bilateral</translation>
    </message>
    <message>
        <source>Bilinear.</source>
        <translation>Bilinear.</translation>
    </message>
    <message>
        <source>Bilinear. Beyond the picture lies what border says.</source>
        <translation>Bilinear. Jenseits des Bildes gilt, was der Rand sagt.</translation>
    </message>
    <message>
        <source>Bilinear. First horizontally, then vertically.</source>
        <translation>Bilinear. Zuerst waagrecht, dann senkrecht.</translation>
    </message>
    <message>
        <source>Bilinear. In this order: scale, shear, angle, shift.</source>
        <translation>Bilinear. In dieser Reihenfolge: Skalierung, Scherung, Winkel, Verschiebung.</translation>
    </message>
    <message>
        <source>Bilinear; torchvision&apos;s default is the nearest pixel.</source>
        <translation>Bilinear; torchvisions Vorgabe ist das nächste Pixel.</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Bits</translation>
    </message>
    <message>
        <source>Bits kept of the 8 of each value.</source>
        <translation>Bits, die von den 8 jedes Werts bleiben.</translation>
    </message>
    <message>
        <source>Black</source>
        <translation>Schwarz</translation>
    </message>
    <message>
        <source>Black and white</source>
        <translation>Schwarzweiß</translation>
    </message>
    <message>
        <source>Black and white stay clean. Not clipped.</source>
        <translation>Schwarz und Weiß bleiben rein. Nicht abgeschnitten.</translation>
    </message>
    <message>
        <source>Black top-hat</source>
        <translation>Schwarzer Top-Hat</translation>
    </message>
    <message>
        <source>Blacks</source>
        <translation>Schwarz</translation>
    </message>
    <message>
        <source>Blender&apos;s lift is 1 more than this one. Values below 0 become 0; light ones are not clipped. Gray pictures follow the values for all colours.</source>
        <translation>Blenders Lift ist um 1 größer als dieser. Werte unter 0 werden 0; helle werden nicht beschnitten. Graue Bilder folgen den Werten für alle Farben.</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Blue from blue</source>
        <translation>Blau aus Blau</translation>
    </message>
    <message>
        <source>Blue from green</source>
        <translation>Blau aus Grün</translation>
    </message>
    <message>
        <source>Blue from red</source>
        <translation>Blau aus Rot</translation>
    </message>
    <message>
        <source>Blue hue</source>
        <translation>Blau: Farbton</translation>
    </message>
    <message>
        <source>Blue lightness</source>
        <translation>Blau: Helligkeit</translation>
    </message>
    <message>
        <source>Blue saturation</source>
        <translation>Blau: Sättigung</translation>
    </message>
    <message>
        <source>Blur</source>
        <translation>Unschärfe</translation>
    </message>
    <message>
        <source>Blur before looking.</source>
        <translation>Unschärfe vor dem Betrachten.</translation>
    </message>
    <message>
        <source>Blur before shrinking, so that no moiré appears.</source>
        <translation>Vor dem Verkleinern glätten, damit kein Moiré entsteht.</translation>
    </message>
    <message>
        <source>Blurs the picture a little or more, or leaves it, as the seed has it.</source>
        <translation>Macht das Bild ein wenig oder mehr unscharf oder lässt es, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Blurs what is alike and leaves edges: neighbours count less the further off and the more different they are.</source>
        <translation>Glättet, was ähnlich ist, und lässt Kanten: Nachbarn zählen weniger, je ferner und je verschiedener sie sind.</translation>
    </message>
    <message>
        <source>Blurs what is nearly flat and leaves edges as they are.</source>
        <translation>Glättet, was fast eben ist, und lässt Kanten, wie sie sind.</translation>
    </message>
    <message>
        <source>Border</source>
        <translation>Rand</translation>
    </message>
    <message>
        <source>Border opacity</source>
        <translation>Randdeckkraft</translation>
    </message>
    <message>
        <source>Border value</source>
        <translation>Randwert</translation>
    </message>
    <message>
        <source>Both keys of a split give others</source>
        <translation>Beide Schlüssel einer Teilung geben andere</translation>
    </message>
    <message>
        <source>Both sides are scaled alike, evenly in the logarithm; torchvision draws the scale itself evenly. Bilinear; torchvision&apos;s default is the nearest pixel.</source>
        <translation>Beide Seiten werden gleich skaliert, gleichverteilt im Logarithmus; torchvision zieht den Maßstab selbst gleichverteilt. Bilinear; torchvisions Vorgabe ist das nächste Pixel.</translation>
    </message>
    <message>
        <source>Both ways agree within 1e-6</source>
        <translation>Beide Wege stimmen auf 1e-6 überein</translation>
    </message>
    <message>
        <source>Both ways in one step, drawn apart; torchvision has a transform for each.</source>
        <translation>Beide Richtungen in einem Schritt, getrennt gezogen; torchvision hat für jede eine Transformation.</translation>
    </message>
    <message>
        <source>Bottom</source>
        <translation>Unten</translation>
    </message>
    <message>
        <source>Bottom left x</source>
        <translation>Unten links x</translation>
    </message>
    <message>
        <source>Bottom left y</source>
        <translation>Unten links y</translation>
    </message>
    <message>
        <source>Bottom right x</source>
        <translation>Unten rechts x</translation>
    </message>
    <message>
        <source>Bottom right y</source>
        <translation>Unten rechts y</translation>
    </message>
    <message>
        <source>Box 5×5</source>
        <translation>Mittel 5×5</translation>
    </message>
    <message>
        <source>Box blur</source>
        <translation>Kastenunschärfe</translation>
    </message>
    <message>
        <source>Box kernel, every weight</source>
        <translation>Kastenkern, jedes Gewicht</translation>
    </message>
    <message>
        <source>Branches drawn by 100 keys split from one</source>
        <translation>Zweige, die 100 aus einem geteilte Schlüssel ziehen</translation>
    </message>
    <message>
        <source>Brg</source>
        <translation>Brg</translation>
    </message>
    <message>
        <source>Brightens or darkens the midtones and leaves black and white where they are.</source>
        <translation>Hellt die Mitteltöne auf oder dunkelt sie ab und lässt Schwarz und Weiß, wo sie sind.</translation>
    </message>
    <message>
        <source>Brightens or darkens the midtones, as the seed has it.</source>
        <translation>Hellt die Mitteltöne auf oder dunkelt sie ab, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>Helligkeit</translation>
    </message>
    <message>
        <source>Brightness is Rec. 709; torchvision&apos;s is Rec. 601. Gray pictures stay as they are.</source>
        <translation>Die Helligkeit ist Rec. 709, bei torchvision Rec. 601. Graue Bilder bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Brings a wide range of light to the screen along a film&apos;s curve, with a toe and a shoulder.</source>
        <translation>Bringt einen weiten Bereich von Licht auf den Schirm, entlang der Kurve eines Films, mit Fuß und Schulter.</translation>
    </message>
    <message>
        <source>Brings a wide range of light to the screen as the eye adapts to it: dark and light parts are both seen.</source>
        <translation>Bringt einen weiten Bereich von Licht auf den Schirm, wie das Auge sich anpasst: dunkle und helle Teile sind beide zu sehen.</translation>
    </message>
    <message>
        <source>Brings any range of light to the screen along an S-shaped curve; middle gray stays.</source>
        <translation>Bringt jeden Bereich von Licht auf den Schirm, entlang einer S-förmigen Kurve; mittleres Grau bleibt.</translation>
    </message>
    <message>
        <source>Brings out detail in dark and light regions alike: each region gets a curve of its own.</source>
        <translation>Bringt Details in dunklen wie hellen Bereichen hervor: jeder Bereich bekommt eine eigene Kurve.</translation>
    </message>
    <message>
        <source>By an unsharp mask of radius 1, its amount drawn; torchvision weighs the picture against one smoothed by 3 × 3 pixels, by a given factor.</source>
        <translation>Durch eine Unscharfmaske vom Radius 1 mit gezogener Stärke; torchvision gewichtet das Bild gegen ein über 3 × 3 Pixel geglättetes, mit gegebenem Faktor.</translation>
    </message>
    <message>
        <source>Bytes as float32</source>
        <translation>Bytes als float32</translation>
    </message>
    <message>
        <source>Bytes of one array of 3,000 × 3,000 float32</source>
        <translation>Bytes eines Arrays von 3.000 × 3.000 float32</translation>
    </message>
    <message>
        <source>CLAHE</source>
        <translation>CLAHE</translation>
    </message>
    <message>
        <source>Calls, and how often a print ran</source>
        <translation>Aufrufe, und wie oft ein print lief</translation>
    </message>
    <message>
        <source>Canny edges</source>
        <translation>Canny-Kanten</translation>
    </message>
    <message>
        <source>Casts dark shapes with straight edges over the picture, or leaves it, as the seed has it.</source>
        <translation>Wirft dunkle Formen mit geraden Kanten über das Bild oder lässt es, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Changes brightness or contrast from place to place, as clouds do, or not, as the seed has it.</source>
        <translation>Ändert Helligkeit oder Kontrast von Ort zu Ort, wie Wolken es tun, oder nicht, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Changes brightness, contrast, saturation and hue, in an order as the seed has it.</source>
        <translation>Ändert Helligkeit, Kontrast, Sättigung und Farbton in einer Reihenfolge, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <source>Channel drop</source>
        <translation>Kanal weglassen</translation>
    </message>
    <message>
        <source>Channel mixer</source>
        <translation>Kanalmixer</translation>
    </message>
    <message>
        <source>Channel shuffle</source>
        <translation>Kanäle vertauschen</translation>
    </message>
    <message>
        <source>Choose one</source>
        <translation>Einen wählen</translation>
    </message>
    <message>
        <source>Cividis</source>
        <translation>Cividis</translation>
    </message>
    <message>
        <source>Clarity</source>
        <translation>Klarheit</translation>
    </message>
    <message>
        <source>Clarity and texture</source>
        <translation>Klarheit und Struktur</translation>
    </message>
    <message>
        <source>Classify</source>
        <translation>Klassifizieren</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Durchsichtig</translation>
    </message>
    <message>
        <source>Clip limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Closing</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Colour adaptation</source>
        <translation>Anpassung an die Farbe</translation>
    </message>
    <message>
        <source>Colour balance</source>
        <translation>Farbbalance</translation>
    </message>
    <message>
        <source>Colour cast</source>
        <translation>Farbstich</translation>
    </message>
    <message>
        <source>Colour jitter</source>
        <translation>Farbschwankung</translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation>Farbpalette</translation>
    </message>
    <message>
        <source>Colour of the highlights.</source>
        <translation>Farbe der Lichter.</translation>
    </message>
    <message>
        <source>Colour of the shadows.</source>
        <translation>Farbe der Schatten.</translation>
    </message>
    <message>
        <source>Colour range</source>
        <translation>Farbbereich</translation>
    </message>
    <message>
        <source>Colours at half the resolution, as most files have them.</source>
        <translation>Farben in halber Auflösung, wie in den meisten Dateien.</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Combine kernels</source>
        <translation>Kerne verknüpfen</translation>
    </message>
    <message>
        <source>Comic</source>
        <translation>Comic</translation>
    </message>
    <message>
        <source>Committed to a device: an array of jnp.ones, and after device_put</source>
        <translation>An ein Gerät gebunden: ein Array von jnp.ones, und nach device_put</translation>
    </message>
    <message>
        <source>Compilation</source>
        <translation>Kompilierung</translation>
    </message>
    <message>
        <source>Compression lesson</source>
        <translation>Lektion Komprimierung</translation>
    </message>
    <message>
        <source>Computed by scikit-image on the CPU, tile by tile: which equals the whole picture to 1e-7.</source>
        <translation>Von scikit-image auf der CPU berechnet, Kachel für Kachel, was dem ganzen Bild auf 1e-7 gleicht.</translation>
    </message>
    <message>
        <source>Computes each pixel&apos;s colours by a formula of one&apos;s own, from the pixel, its place, its neighbours.</source>
        <translation>Berechnet die Farben jedes Pixels mit einer eigenen Formel, aus dem Pixel, seinem Ort, seinen Nachbarn.</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>Konstant</translation>
    </message>
    <message>
        <source>Contrast</source>
        <translation>Kontrast</translation>
    </message>
    <message>
        <source>Contrast is about the mean of all values, torchvision&apos;s about that of the gray picture. Nothing is cut off between the four; torchvision cuts off after each.</source>
        <translation>Der Kontrast gilt um das Mittel aller Werte, bei torchvision um das des grauen Bildes. Zwischen den vieren wird nichts abgeschnitten; torchvision schneidet nach jedem ab.</translation>
    </message>
    <message>
        <source>Contrast of fine detail.</source>
        <translation>Kontrast feiner Einzelheiten.</translation>
    </message>
    <message>
        <source>Contrast of shapes.</source>
        <translation>Kontrast von Formen.</translation>
    </message>
    <message>
        <source>Convolution</source>
        <translation>Faltung</translation>
    </message>
    <message>
        <source>Convolution flips the matrix both ways; correlation does not.</source>
        <translation>Die Faltung spiegelt die Matrix in beiden Richtungen, die Korrelation nicht.</translation>
    </message>
    <message>
        <source>Convolve</source>
        <translation>Falten</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>Korrelation</translation>
    </message>
    <message>
        <source>Counts light photon by photon: the fewer, the grainier.</source>
        <translation>Zählt Licht Photon für Photon: je weniger, desto körniger.</translation>
    </message>
    <message>
        <source>Crisp landscape</source>
        <translation>Klare Landschaft</translation>
    </message>
    <message>
        <source>Crop</source>
        <translation>Zuschneiden</translation>
    </message>
    <message>
        <source>Cross process</source>
        <translation>Crossentwicklung</translation>
    </message>
    <message>
        <source>Cubic</source>
        <translation>Kubisch</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>Kurve</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>Eigene</translation>
    </message>
    <message>
        <source>Cutoff</source>
        <translation>Grenzwert</translation>
    </message>
    <message>
        <source>Cuts out a part as the seed has it, and brings it back to the size of the picture.</source>
        <translation>Schneidet einen Teil aus, wie der Startwert es will, und bringt ihn auf die Größe des Bildes zurück.</translation>
    </message>
    <message>
        <source>Cuts out a part of the picture, at a place as the seed has it.</source>
        <translation>Schneidet einen Teil des Bildes aus, an einer Stelle, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Cuts the edges away.</source>
        <translation>Schneidet die Ränder weg.</translation>
    </message>
    <message>
        <source>Cuts the picture into tiles and lays them anew, or leaves it, as the seed has it.</source>
        <translation>Zerlegt das Bild in Kacheln und legt sie neu oder lässt es, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Cyan</source>
        <translation>Cyan</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Dark lines on a light ground.</source>
        <translation>Dunkle Linien auf hellem Grund.</translation>
    </message>
    <message>
        <source>Darkens the corners, or lightens them with a negative amount.</source>
        <translation>Dunkelt die Ecken ab oder hellt sie bei negativer Stärke auf.</translation>
    </message>
    <message>
        <source>Darker</source>
        <translation>Dunkler</translation>
    </message>
    <message>
        <source>Darkness</source>
        <translation>Dunkelheit</translation>
    </message>
    <message>
        <source>Db2</source>
        <translation>Db2</translation>
    </message>
    <message>
        <source>Defocus</source>
        <translation>Defokus</translation>
    </message>
    <message>
        <source>Degrees</source>
        <translation>Grad</translation>
    </message>
    <message>
        <source>Degrees, counter-clockwise.</source>
        <translation>Grad, gegen den Uhrzeigersinn.</translation>
    </message>
    <message>
        <source>Denoise</source>
        <translation>Entrauschen</translation>
    </message>
    <message>
        <source>Denoise lesson</source>
        <translation>Lektion Entrauschen</translation>
    </message>
    <message>
        <source>Detail larger than this is lost.</source>
        <translation>Details, die größer sind, gehen verloren.</translation>
    </message>
    <message>
        <source>Detail smaller than a pixel of the screen is averaged before the filter sees it instead of after.</source>
        <translation>Details, die kleiner als ein Bildschirmpixel sind, werden gemittelt, bevor der Filter sie sieht, statt danach.</translation>
    </message>
    <message>
        <source>Deviation of the strong blur.</source>
        <translation>Abweichung der starken Unschärfe.</translation>
    </message>
    <message>
        <source>Deviation of the weak blur.</source>
        <translation>Abweichung der schwachen Unschärfe.</translation>
    </message>
    <message>
        <source>Diamond</source>
        <translation>Raute</translation>
    </message>
    <message>
        <source>Difference of Gaussians</source>
        <translation>Differenz von Gauß-Filtern</translation>
    </message>
    <message>
        <source>Differences after four turns by 90°</source>
        <translation>Unterschiede nach vier Drehungen um 90°</translation>
    </message>
    <message>
        <source>Dilation</source>
        <translation>Dilatation</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>Direction of the line, counter-clockwise from a level one.</source>
        <translation>Richtung der Linie, gegen den Uhrzeigersinn ab der Waagrechten.</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Scheibe</translation>
    </message>
    <message>
        <source>Distortion</source>
        <translation>Verzeichnung</translation>
    </message>
    <message>
        <source>Distortion at the edges</source>
        <translation>Verzeichnung am Rand</translation>
    </message>
    <message>
        <source>Divide the weights by their sum.</source>
        <translation>Die Gewichte durch ihre Summe teilen.</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Drawn evenly in the logarithm, so that lighter and darker are as likely; albumentations draws the exponent itself evenly, by default between 0.8 and 1.2.</source>
        <translation>Gleichverteilt im Logarithmus gezogen, sodass heller und dunkler gleich wahrscheinlich sind; albumentations zieht den Exponenten selbst gleichverteilt, in der Vorgabe zwischen 0,8 und 1,2.</translation>
    </message>
    <message>
        <source>Drawn one by one they differ from those drawn at once</source>
        <translation>Einzeln gezogen sind sie andere als auf einmal gezogen</translation>
    </message>
    <message>
        <source>Draws edges as white lines one pixel wide.</source>
        <translation>Zeichnet Kanten als weiße Linien, ein Pixel breit.</translation>
    </message>
    <message>
        <source>Draws streaks towards the middle, as a zoom lens does that is turned while the shutter is open.</source>
        <translation>Zeichnet Streifen zur Mitte hin, wie ein Zoomobjektiv, das bei offenem Verschluss gedreht wird.</translation>
    </message>
    <message>
        <source>Each channel apart. Alpha is left as it is.</source>
        <translation>Jeder Kanal für sich. Alpha bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Each channel apart. Sizes are odd, as in OpenCV, whose border is nearest. Alpha is left as it is.</source>
        <translation>Jeder Kanal für sich. Größen sind ungerade wie in OpenCV, dessen Rand nearest ist. Alpha bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Each channel apart; horizontal finds horizontal edges (sobel_h). OpenCV&apos;s Sobel is four times as large. Alpha is left as it is.</source>
        <translation>Jeder Kanal für sich; „waagrecht“ findet waagrechte Kanten (sobel_h). OpenCVs Sobel ist viermal so groß. Alpha bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Each channel apart; horizontal finds horizontal edges. Alpha is left as it is.</source>
        <translation>Jeder Kanal für sich; „waagrecht“ findet waagrechte Kanten. Alpha bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Each channel apart; horizontal finds horizontal edges. Alpha is left as it is. Weights: Farid and Simoncelli, Differentiation of discrete multidimensional signals (2004).</source>
        <translation>Jeder Kanal für sich; „waagrecht“ findet waagrechte Kanten. Alpha bleibt, wie es ist. Gewichte: Farid und Simoncelli, Differentiation of discrete multidimensional signals (2004).</translation>
    </message>
    <message>
        <source>Each channel by itself. Light above white exceeds 1 a little.</source>
        <translation>Jeder Kanal für sich. Licht über Weiß übersteigt 1 ein wenig.</translation>
    </message>
    <message>
        <source>Each channel by itself. Middle gray g stays for every contrast and skew. Light of any strength stays below 1.</source>
        <translation>Jeder Kanal für sich. Mittleres Grau g bleibt bei jedem Kontrast und jeder Schiefe. Licht jeder Stärke bleibt unter 1.</translation>
    </message>
    <message>
        <source>Each channel is compared with the one limit: for black and white put grayscale before it. Otsu&apos;s method counts integers level by level and floats in 256 bins, as in scikit-image. Li&apos;s iteration starts at the mean.</source>
        <translation>Jeder Kanal wird mit der einen Schwelle verglichen: für Schwarzweiß zuvor in Graustufen wandeln. Otsus Verfahren zählt ganze Zahlen Stufe für Stufe und Gleitkommazahlen in 256 Klassen, wie scikit-image. Lis Iteration beginnt beim Mittel.</translation>
    </message>
    <message>
        <source>Each channel is drawn apart, as in scikit-image.</source>
        <translation>Jeder Kanal wird für sich gezogen, wie in scikit-image.</translation>
    </message>
    <message>
        <source>Each channel is drawn apart.</source>
        <translation>Jeder Kanal wird für sich gezogen.</translation>
    </message>
    <message>
        <source>Each channel is guided by itself; OpenCV&apos;s and Kornia&apos;s take all colours of the guide together. Beyond a constant border nothing is kept. Colours are weighed by their alpha, which is left as it is.</source>
        <translation>Jeder Kanal wird von sich selbst geführt; OpenCV und Kornia nehmen alle Farben der Führung zusammen. Jenseits eines konstanten Rands bleibt nichts. Farben werden mit ihrem Alpha gewichtet, das bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Each corner moves up to half of this, in percent of the side.</source>
        <translation>Jede Ecke bewegt sich um höchstens die Hälfte davon, in Prozent der Seite.</translation>
    </message>
    <message>
        <source>Each is as likely as the others, where albumentations weighs them by their p. What is drawn is drawn before anything is computed, so that only the filter drawn runs: jax.lax.switch would compile all of them into one program, and asks for results of one size. A number may be a range: gaussian_blur sigma=0.5..3. A list may stand within a list, in square brackets: ops=[sometimes op=[invert] | choose_one ops=[sobel | median]].</source>
        <translation>Jeder ist so wahrscheinlich wie die anderen, wo albumentations sie nach ihrem p gewichtet. Gezogen wird, bevor etwas berechnet wird, sodass nur der gezogene Filter läuft: jax.lax.switch würde alle in ein Programm kompilieren und verlangt Ergebnisse einer Größe. Eine Zahl darf ein Bereich sein: gaussian_blur sigma=0.5..3. Eine Liste darf in einer Liste stehen, in eckigen Klammern: ops=[sometimes op=[invert] | choose_one ops=[sobel | median]].</translation>
    </message>
    <message>
        <source>Each pixel is taken from a place drawn at random, up to the edge; albumentations swaps pairs one after the other and leaves a margin.</source>
        <translation>Jedes Pixel kommt von einer zufällig gezogenen Stelle, bis zum Rand; albumentations tauscht Paare nacheinander und lässt einen Rand frei.</translation>
    </message>
    <message>
        <source>Each region is counted from fewer pixels: its curve may be less even than in the exact picture.</source>
        <translation>Jeder Bereich wird aus weniger Pixeln gezählt: seine Kurve kann unruhiger sein als im exakten Bild.</translation>
    </message>
    <message>
        <source>Edge</source>
        <translation>Kante</translation>
    </message>
    <message>
        <source>Edge poster</source>
        <translation>Kantenposter</translation>
    </message>
    <message>
        <source>Edge threshold</source>
        <translation>Kantenschwelle</translation>
    </message>
    <message>
        <source>Edges</source>
        <translation>Kanten</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Effekt</translation>
    </message>
    <message>
        <source>Elastic</source>
        <translation>Elastisch</translation>
    </message>
    <message>
        <source>Emboss</source>
        <translation>Relief</translation>
    </message>
    <message>
        <source>Emboss, edges, one&apos;s own matrix: each is a kernel of a few numbers. A kernel whose weights add up to 1 keeps the brightness; one whose weights add up to 0 shows only what changes.</source>
        <translation>Prägen, Kanten, eine eigene Matrix: jedes ist ein Kern aus wenigen Zahlen. Ein Kern, dessen Gewichte sich zu 1 addieren, behält die Helligkeit; einer mit Summe 0 zeigt nur, was sich ändert.</translation>
    </message>
    <message>
        <source>Fills what its mask covers: smoothly from the colours around, or by another place of the picture.</source>
        <translation>Füllt, was seine Maske bedeckt: weich aus den Farben ringsum, oder mit einer anderen Stelle des Bildes.</translation>
    </message>
    <message>
        <source>Font file</source>
        <translation>Schriftdatei</translation>
    </message>
    <message>
        <source>For scratches, wires, dates and dust: add the step, then paint over them with a brush mask; heal and clone bring texture.</source>
        <translation>Für Kratzer, Drähte, Daten und Staub: Schritt hinzufügen, dann mit einer Pinselmaske darüber malen; Heilen und Klonen bringen Struktur mit.</translation>
    </message>
    <message>
        <source>Output black</source>
        <translation>Schwarz der Ausgabe</translation>
    </message>
    <message>
        <source>Output white</source>
        <translation>Weiß der Ausgabe</translation>
    </message>
    <message>
        <source>Smooth</source>
        <translation>Weich</translation>
    </message>
    <message>
        <source>corners, lens, old, vignetting, vignette filter</source>
        <translation>Ecken, Objektiv, alt, Vignettierung, Randabdunklung</translation>
    </message>
    <message>
        <source>cube, look-up table, lookup, film emulation, look, grading, lut, film simulation</source>
        <translation>cube, Nachschlagetabelle, Filmemulation, Look, Grading, LUT, Filmsimulation</translation>
    </message>
    <message>
        <source>denoise, remove noise, nlm, patches, noise reduction</source>
        <translation>Entrauschen, Rauschen entfernen, NLM, Flicken, Rauschminderung, Rauschunterdrückung</translation>
    </message>
    <message>
        <source>false colour, viridis, heat, palette, lut, gradient map</source>
        <translation>Falschfarben, viridis, Wärme, Palette, LUT, Verlaufsumsetzung</translation>
    </message>
    <message>
        <source>fill light, recovery, backlight, tone equalizer, dynamic range, open shadows</source>
        <translation>Aufhelllicht, Wiederherstellung, Gegenlicht, Tonwert-Equalizer, Dynamikumfang, Schatten aufhellen, Tiefen, Lichter, Schatten und Spitzlichter</translation>
    </message>
    <message>
        <source>flat, punch, brightness contrast</source>
        <translation>flau, Biss, Helligkeit Kontrast</translation>
    </message>
    <message>
        <source>haze, fog, mist, dark channel, clarity, landscape, air light, haze removal</source>
        <translation>Dunst, Nebel, Dunkelkanal, Klarheit, Landschaft, Luftlicht, Dunstentfernung</translation>
    </message>
    <message>
        <source>hsl, hue saturation lightness, color zones, selective colour, sky, skin, foliage, color equalizer</source>
        <translation>HSL, Farbton Sättigung Helligkeit, Farbzonen, selektive Farbe, Himmel, Haut, Laub, Farbequalizer</translation>
    </message>
    <message>
        <source>matrix, infrared, swap, color calibration</source>
        <translation>Matrix, Infrarot, Tausch, Farbkalibrierung</translation>
    </message>
    <message>
        <source>quantize, bits, poster, posterise</source>
        <translation>quantisieren, Bits, Plakat, Tontrennung, Posterisieren</translation>
    </message>
    <message>
        <source>rgb curves, luma curve, lab, lightness, red, green, blue, gradation, cross process, L*a*b*, luminance curve</source>
        <translation>RGB-Kurven, Luma-Kurve, Lab, Helligkeit, rot, grün, blau, Gradation, Crossentwicklung, L*a*b*, Luminanzkurve</translation>
    </message>
    <message>
        <source>scale, shrink, enlarge, thumbnail, zoom, scale image</source>
        <translation>skalieren, verkleinern, vergrößern, Miniatur, Zoom, Bild skalieren</translation>
    </message>
    <message>
        <source>stops, ev, brightness, exposure compensation</source>
        <translation>Blenden, EV, Helligkeit, Belichtungskorrektur</translation>
    </message>
    <message>
        <source>stretch, normalize, auto levels, percentile, stretch contrast</source>
        <translation>strecken, normalisieren, automatische Tonwerte, Perzentil, Kontrast spreizen</translation>
    </message>
    <message>
        <source>tint, rotate colours, hsv, hue shift, hue chroma</source>
        <translation>Tönung, Farben drehen, HSV, Farbtonverschiebung, Farbton und Buntheit</translation>
    </message>
    <message>
        <source>tone curve, gradation, contrast, s curve, shadows, highlights, rgb curve</source>
        <translation>Tonwertkurve, Gradation, Kontrast, S-Kurve, Schatten, Lichter, RGB-Kurve</translation>
    </message>
    <message>
        <source>y = 2^stops·x, x in linear light</source>
        <translation>y = 2^stops·x, x in linearem Licht</translation>
    </message>
    <message>
        <source>y = x + texture·(l − f) + clarity·4l·(1 − l)·(f − c); l is luma, f and c are guided filters of it, of the fine radius and of the other</source>
        <translation>y = x + texture·(l − f) + clarity·4l·(1 − l)·(f − c); l ist die Luma, f und c sind Guided Filter davon mit dem feinen und mit dem anderen Radius</translation>
    </message>
    <message>
        <source>y = x·(1 − amount·r²), r the distance from the centre, 1 at the corners; x in linear light</source>
        <translation>y = x·(1 − amount·r²), r der Abstand von der Mitte, 1 in den Ecken; x in linearem Licht</translation>
    </message>
    <message>
        <source>y = x·2^(1.5·(shadows·d(b) + highlights·h(b))) in linear light; b is the lightness around (guided filter of the encoded luminance), d falls from 1 at 0 to 0 at 0.6, h rises from 0 at 0.4 to 1 at 1, both smoothly</source>
        <translation>y = x·2^(1.5·(shadows·d(b) + highlights·h(b))) in linearem Licht; b ist die Helligkeit ringsum (Guided Filter der kodierten Leuchtdichte), d fällt von 1 bei 0 auf 0 bei 0.6, h steigt von 0 bei 0.4 auf 1 bei 1, beide glatt</translation>
    </message>
    <message>
        <source>Equal to a loop within 1e-6</source>
        <translation>Einer Schleife auf 1e-6 gleich</translation>
    </message>
    <message>
        <source> in steps of {0}</source>
        <translation> in Schritten von {0}</translation>
    </message>
    <message>
        <source># A wave and its bounds</source>
        <translation># Eine Welle und ihre Schranken</translation>
    </message>
    <message>
        <source># By two areas of the circle $cos(x) &lt; sin(x)/x &lt; 1$, so that the limit is 1.</source>
        <translation># Nach zwei Flächen im Kreis ist $cos(x) &lt; sin(x)/x &lt; 1$, also ist der Grenzwert 1.</translation>
    </message>
    <message>
        <source># Why $sin(x)/x$ goes to 1 at 0</source>
        <translation># Warum $sin(x)/x$ bei 0 gegen 1 geht</translation>
    </message>
    <message>
        <source>&apos; follows the name of a function, as in f&apos;(x); this is written {0}</source>
        <translation>&apos; folgt auf den Namen einer Funktion, wie in f&apos;(x); das schreibt man {0}</translation>
    </message>
    <message>
        <source>&apos; is the derivative of a function of one argument; d/dx(…) takes others</source>
        <translation>&apos; ist die Ableitung einer Funktion eines Arguments; für andere gibt es d/dx(…)</translation>
    </message>
    <message>
        <source>&apos; stands for a derivative and follows the name of a function: f&apos;(x)</source>
        <translation>&apos; steht für eine Ableitung und folgt auf den Namen einer Funktion: f&apos;(x)</translation>
    </message>
    <message>
        <source>, or null for the value of {0}</source>
        <translation>, oder null für den Wert von {0}</translation>
    </message>
    <message>
        <source>--args: behind the semicolon a mesh of up to {0} devices was expected: mesh(x=2, y=4)</source>
        <translation>--args: hinter dem Semikolon wurde ein Gitter von höchstens {0} Geräten erwartet: mesh(x=2, y=4)</translation>
    </message>
    <message>
        <source>--args: the mesh has {0} devices, and this process has {1} ({2})</source>
        <translation>--args: das Gitter hat {0} Geräte, dieser Prozess hat {1} ({2})</translation>
    </message>
    <message>
        <source>--args: {0:,} letters, and at most {1:,} are read; the file may define a long argument, which is then given by its name</source>
        <translation>--args: {0:,} Zeichen, gelesen werden höchstens {1:,}; die Datei kann ein langes Argument definieren, das dann mit seinem Namen angegeben wird</translation>
    </message>
    <message>
        <source>--args: {0} is given twice</source>
        <translation>--args: {0} ist zweimal angegeben</translation>
    </message>
    <message>
        <source>--args: {0} is no axis of the mesh: expected {1}</source>
        <translation>--args: {0} ist keine Achse des Gitters: erwartet wurde {1}</translation>
    </message>
    <message>
        <source>--args: {0} is no dtype: expected one of {1}</source>
        <translation>--args: {0} ist kein Datentyp: erwartet wurde einer von {1}</translation>
    </message>
    <message>
        <source>--args: {0} {1}: {2}</source>
        <translation>--args: {0} {1}: {2}</translation>
    </message>
    <message>
        <source>--args: {0}: {1}</source>
        <translation>--args: {0}: {1}</translation>
    </message>
    <message>
        <source>--option {0}={1}: {2}</source>
        <translation>--option {0}={1}: {2}</translation>
    </message>
    <message>
        <source>--quality {0}: expected a JPEG, AVIF or HEIC after -o</source>
        <translation>--quality {0}: nach -o wurde ein JPEG, AVIF oder HEIC erwartet</translation>
    </message>
    <message>
        <source>--scheduler {0}: expected a number of processes such as local:4</source>
        <translation>--scheduler {0}: erwartet wurde eine Zahl von Prozessen wie local:4</translation>
    </message>
    <message>
        <source>--scheduler {0}: needs the package distributed: pip install &apos;jaxstudio[cluster]&apos;</source>
        <translation>--scheduler {0}: braucht das Paket distributed: pip install &apos;jaxstudio[cluster]&apos;</translation>
    </message>
    <message>
        <source>--scheduler {0}: {1}</source>
        <translation>--scheduler {0}: {1}</translation>
    </message>
    <message>
        <source>--scheduler {0}: {1}, {2}</source>
        <translation>--scheduler {0}: {1}, {2}</translation>
    </message>
    <message>
        <source>--scheduler: a worker cannot load jaxstudio ({0}): install it there, too</source>
        <translation>--scheduler: ein Arbeitsprozess kann jaxstudio nicht laden ({0}): auch dort installieren</translation>
    </message>
    <message>
        <source>--static {0}: expected an argument, or one with its value, such as n=3</source>
        <translation>--static {0}: erwartet wurde ein Argument, auch mit seinem Wert, wie n=3</translation>
    </message>
    <message>
        <source>--static {0}: no such argument is given; its value as well: --static {0}=3</source>
        <translation>--static {0}: dieses Argument ist nicht angegeben; mit Wert: --static {0}=3</translation>
    </message>
    <message>
        <source>--store {0}: expected {1}</source>
        <translation>--store {0}: erwartet wurde {1}</translation>
    </message>
    <message>
        <source>--store {0}: is for {1}, expected {2}</source>
        <translation>--store {0}: ist für {1}, erwartet wurde {2}</translation>
    </message>
    <message>
        <source>.x and .y are a point&apos;s, .mean and the like a list&apos;s: .{0} is none of these</source>
        <translation>.x und .y gehören zu Punkten, .mean und dergleichen zu Listen: .{0} ist nichts davon</translation>
    </message>
    <message>
        <source>// N asks for a number in Mathematica; values are numbers here</source>
        <translation>// N verlangt in Mathematica eine Zahl; Werte sind hier Zahlen</translation>
    </message>
    <message>
        <source>// is a whole quotient, here 0; the fraction is written {0}/{1}</source>
        <translation>// ist ein ganzzahliger Quotient, hier 0; den Bruch schreibt man {0}/{1}</translation>
    </message>
    <message>
        <source>0 at −2, 1 at 2, and a corner between</source>
        <translation>0 bei −2, 1 bei 2, und ein Knick dazwischen</translation>
    </message>
    <message>
        <source>1 argument</source>
        <translation>1 Argument</translation>
    </message>
    <message>
        <source>1 field</source>
        <translation>1 Feld</translation>
    </message>
    <message>
        <source>1 if a whole number is a prime, else 0</source>
        <translation>1, wenn eine ganze Zahl eine Primzahl ist, sonst 0</translation>
    </message>
    <message>
        <source>1 kernel less</source>
        <translation>1 Kern weniger</translation>
    </message>
    <message>
        <source>1 kernel more</source>
        <translation>1 Kern mehr</translation>
    </message>
    <message>
        <source>1 pixel was not a number: NaN is written as 0, infinity as the end of the range</source>
        <translation>1 Pixel war keine Zahl: NaN wird als 0 geschrieben, Unendlich als Ende des Wertebereichs</translation>
    </message>
    <message>
        <source>1 to {0}</source>
        <translation>1 bis {0}</translation>
    </message>
    <message>
        <source>1, the only one</source>
        <translation>1, die einzige</translation>
    </message>
    <message>
        <source>1,000 points on a wavy line: generate them, then fit with and without the cosine</source>
        <translation>1.000 Punkte um eine gewellte Gerade: erzeugen, dann mit und ohne Kosinus anpassen</translation>
    </message>
    <message>
        <source>1..5 is no range here</source>
        <translation>1..5 ist hier kein Bereich</translation>
    </message>
    <message>
        <source>128 and 128 units with relu learn x² from 128 points</source>
        <translation>128 und 128 Einheiten mit relu lernen x² aus 128 Punkten</translation>
    </message>
    <message>
        <source>16:9</source>
        <translation>16:9</translation>
    </message>
    <message>
        <source>1:1</source>
        <translation>1:1</translation>
    </message>
    <message>
        <source>3:2</source>
        <translation>3:2</translation>
    </message>
    <message>
        <source>4:3</source>
        <translation>4:3</translation>
    </message>
    <message>
        <source>512 units learn which of 200 pictures are faces, by grad, vmap and jit; try it without jit</source>
        <translation>512 Einheiten lernen mit grad, vmap und jit, welche von 200 Bildern Gesichter sind; auch ohne jit zu versuchen</translation>
    </message>
    <message>
        <source>5:4</source>
        <translation>5:4</translation>
    </message>
    <message>
        <source>64-bit numbers</source>
        <translation>64-Bit-Zahlen</translation>
    </message>
    <message>
        <source>64-bit numbers are off in this process: add --x64</source>
        <translation>64-Bit-Zahlen sind in diesem Prozess aus: --x64 hinzufügen</translation>
    </message>
    <message>
        <source>A circle, a heart, and where an inequality holds</source>
        <translation>Ein Kreis, ein Herz, und wo eine Ungleichung gilt</translation>
    </message>
    <message>
        <source>A cobweb</source>
        <translation>Ein Spinnwebdiagramm</translation>
    </message>
    <message>
        <source>A convolution with its activation and pooling</source>
        <translation>Eine Faltung mit Aktivierung und Pooling</translation>
    </message>
    <message>
        <source>A damped pendulum</source>
        <translation>Ein gedämpftes Pendel</translation>
    </message>
    <message>
        <source>A derivative of one&apos;s own: custom_vjp</source>
        <translation>Eine eigene Ableitung: custom_vjp</translation>
    </message>
    <message>
        <source>A field of vectors</source>
        <translation>Ein Vektorfeld</translation>
    </message>
    <message>
        <source>A function of z</source>
        <translation>Eine Funktion von z</translation>
    </message>
    <message>
        <source>A function with its first three derivatives, each by vmap</source>
        <translation>Eine Funktion mit ihren ersten drei Ableitungen, jede mit vmap</translation>
    </message>
    <message>
        <source>A linear solve and its derivative</source>
        <translation>Ein lineares Gleichungssystem und seine Ableitung</translation>
    </message>
    <message>
        <source>A pendulum with friction: across its angle, upwards its speed, and how both change</source>
        <translation>Ein Pendel mit Reibung: waagrecht der Winkel, senkrecht die Geschwindigkeit, und wie beide sich ändern</translation>
    </message>
    <message>
        <source>A polar grid in degrees</source>
        <translation>Ein Polargitter in Grad</translation>
    </message>
    <message>
        <source>A recursion of one term, one of two, and the sum of 1/n</source>
        <translation>Eine Rekursion mit einem Glied, eine mit zweien, und die Summe von 1/n</translation>
    </message>
    <message>
        <source>A rose and a spiral of an angle from 0 to 360 degrees</source>
        <translation>Eine Rose und eine Spirale, deren Winkel von 0 bis 360 Grad läuft</translation>
    </message>
    <message>
        <source>A surface</source>
        <translation>Eine Fläche</translation>
    </message>
    <message>
        <source>A torus by u and v through the solutions of an equation; turn it by hand, move the slider</source>
        <translation>Ein Torus nach u und v durch die Lösungen einer Gleichung; von Hand drehen, den Regler bewegen</translation>
    </message>
    <message>
        <source>A triangle</source>
        <translation>Ein Dreieck</translation>
    </message>
    <message>
        <source>All numbers are 0: the picture stays as it is.</source>
        <translation>Alle Zahlen sind 0: Das Bild bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>An equation of second order: angle over time</source>
        <translation>Eine Gleichung zweiter Ordnung: der Winkel über der Zeit</translation>
    </message>
    <message>
        <source>As Curve, which moves all channels alike. Gray pictures follow the curve for luma and stay else.</source>
        <translation>Wie Kurve, die alle Kanäle gleich verschiebt. Graue Bilder folgen der Kurve für die Luma und bleiben sonst, wie sie sind.</translation>
    </message>
    <message>
        <source>Aspect</source>
        <translation>Seitenverhältnis</translation>
    </message>
    <message>
        <source>Attention: a softmax between two products of matrices</source>
        <translation>Attention: ein Softmax zwischen zwei Matrixprodukten</translation>
    </message>
    <message>
        <source>Automatic, symbolic, by differences, by hand: at 11 it is 5335.99</source>
        <translation>Automatisch, symbolisch, durch Differenzen, von Hand: bei 11 ist sie 5335.99</translation>
    </message>
    <message>
        <source>Average of 2×2 pixels, {0}</source>
        <translation>Mittel von 2×2 Pixeln, {0}</translation>
    </message>
    <message>
        <source>Bessel and Airy functions, a Legendre polynomial, an elliptic integral and its pole</source>
        <translation>Bessel- und Airy-Funktionen, ein Legendre-Polynom, ein elliptisches Integral und sein Pol</translation>
    </message>
    <message>
        <source>Bilinear sampling, {0}</source>
        <translation>Bilineare Abtastung, {0}</translation>
    </message>
    <message>
        <source>Blue 0</source>
        <translation>Blau 0</translation>
    </message>
    <message>
        <source>Blue 1</source>
        <translation>Blau 1</translation>
    </message>
    <message>
        <source>Blue 2</source>
        <translation>Blau 2</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beide</translation>
    </message>
    <message>
        <source>Bottom left</source>
        <translation>Unten links</translation>
    </message>
    <message>
        <source>Bottom middle</source>
        <translation>Unten Mitte</translation>
    </message>
    <message>
        <source>Bottom right</source>
        <translation>Unten rechts</translation>
    </message>
    <message>
        <source>Bright</source>
        <translation>Helle</translation>
    </message>
    <message>
        <source>Bright outliers, dark ones, or both.</source>
        <translation>Helle Ausreißer, dunkle, oder beide.</translation>
    </message>
    <message>
        <source>Chebyshev&apos;s polynomial is written chebyshevt(n, x)</source>
        <translation>Tschebyschows Polynom wird chebyshevt(n, x) geschrieben</translation>
    </message>
    <message>
        <source>Choose a .cube file: without one the picture stays as it is.</source>
        <translation>Wählen Sie eine .cube-Datei: Ohne sie bleibt das Bild, wie es ist.</translation>
    </message>
    <message>
        <source>Choose a picture: without one the photo stays as it is.</source>
        <translation>Wählen Sie ein Bild: Ohne es bleibt das Foto, wie es ist.</translation>
    </message>
    <message>
        <source>Choose a reference photo: without one the picture stays as it is.</source>
        <translation>Wählen Sie ein Vergleichsfoto: Ohne es bleibt das Bild, wie es ist.</translation>
    </message>
    <message>
        <source>Clahe regions</source>
        <translation>CLAHE-Felder</translation>
    </message>
    <message>
        <source>Clahe value</source>
        <translation>CLAHE-Wert</translation>
    </message>
    <message>
        <source>Clone</source>
        <translation>Klonen</translation>
    </message>
    <message>
        <source>Colour matrix applied, {0}</source>
        <translation>Farbmatrix angewandt, {0}</translation>
    </message>
    <message>
        <source>Colours divided by opacity</source>
        <translation>Farben durch die Deckkraft geteilt</translation>
    </message>
    <message>
        <source>Colours moved apart</source>
        <translation>Verschobene Farben</translation>
    </message>
    <message>
        <source>Colours multiplied by opacity</source>
        <translation>Farben mal Deckkraft</translation>
    </message>
    <message>
        <source>Conversion to {0}</source>
        <translation>Umwandlung in {0}</translation>
    </message>
    <message>
        <source>Covers a round spot with another place of the picture, whose light is made to fit in.</source>
        <translation>Überdeckt einen runden Fleck mit einer anderen Stelle des Bildes, deren Licht eingepasst wird.</translation>
    </message>
    <message>
        <source>Curvature</source>
        <translation>Krümmung</translation>
    </message>
    <message>
        <source>Curve of a channel</source>
        <translation>Kurve eines Kanals</translation>
    </message>
    <message>
        <source>Curve to linear</source>
        <translation>Kurve zu linear</translation>
    </message>
    <message>
        <source>Curves for each element, points, the numbers of a list and its histogram</source>
        <translation>Kurven für jedes Element, Punkte, die Zahlen einer Liste und ihr Histogramm</translation>
    </message>
    <message>
        <source>Darkened red</source>
        <translation>Abgedunkeltes Rot</translation>
    </message>
    <message>
        <source>Deblur</source>
        <translation>Entfalten</translation>
    </message>
    <message>
        <source>Defringe</source>
        <translation>Farbsäume entfernen</translation>
    </message>
    <message>
        <source>Dehaze</source>
        <translation>Dunst entfernen</translation>
    </message>
    <message>
        <source>Differences of lightness up to this are detail, others edges.</source>
        <translation>Unterschiede der Helligkeit bis hierhin sind Einzelheiten, andere Kanten.</translation>
    </message>
    <message>
        <source>Direction of the motion, counter-clockwise.</source>
        <translation>Richtung der Bewegung, gegen den Uhrzeigersinn.</translation>
    </message>
    <message>
        <source>Disc</source>
        <translation>Scheibe</translation>
    </message>
    <message>
        <source>Distortion 1</source>
        <translation>Verzeichnung 1</translation>
    </message>
    <message>
        <source>Distortion 2</source>
        <translation>Verzeichnung 2</translation>
    </message>
    <message>
        <source>Distortion 3</source>
        <translation>Verzeichnung 3</translation>
    </message>
    <message>
        <source>Distortion 4</source>
        <translation>Verzeichnung 4</translation>
    </message>
    <message>
        <source>Drag its corners: the medians meet in its centre</source>
        <translation>Ziehen Sie die Ecken: Die Seitenhalbierenden treffen sich im Schwerpunkt</translation>
    </message>
    <message>
        <source>EXIF names no camera: type camera and lens</source>
        <translation>EXIF nennt keine Kamera: Kamera und Objektiv eingeben</translation>
    </message>
    <message>
        <source>Enlarge just as far as no corner is empty.</source>
        <translation>Gerade so weit vergrößern, dass keine Ecke leer ist.</translation>
    </message>
    <message>
        <source>Enlarges the result.</source>
        <translation>Vergrößert das Ergebnis.</translation>
    </message>
    <message>
        <source>Equalize histogram</source>
        <translation>Histogrammausgleich</translation>
    </message>
    <message>
        <source>Equations and regions</source>
        <translation>Gleichungen und Gebiete</translation>
    </message>
    <message>
        <source>Equations for n = 10: a Python loop, lax.scan</source>
        <translation>Gleichungen für n = 10: Python-Schleife, lax.scan</translation>
    </message>
    <message>
        <source>Erased rectangle</source>
        <translation>Gelöschtes Rechteck</translation>
    </message>
    <message>
        <source>Erasing</source>
        <translation>Übermalen</translation>
    </message>
    <message>
        <source>Erosion</source>
        <translation>Erosion</translation>
    </message>
    <message>
        <source>Estimated</source>
        <translation>Geschätzt</translation>
    </message>
    <message>
        <source>Even</source>
        <translation>Gleichmäßig</translation>
    </message>
    <message>
        <source>Every detail d becomes sign(d)·max(|d| − t, 0), t = √2·σ² / σ_x, σ = strength × noise, σ_x² = the mean of d² in 7 × 7 pixels less σ²</source>
        <translation>Jedes Detail d wird zu sign(d)·max(|d| − t, 0), t = √2·σ² / σ_x, σ = Stärke × Rauschen, σ_x² = Mittel von d² in 7 × 7 Pixeln minus σ²</translation>
    </message>
    <message>
        <source>Every picture is changed; torchvision&apos;s are with a probability. distortion is in percent, torchvision&apos;s a share.</source>
        <translation>Jedes Bild wird verändert, bei torchvision mit einer Wahrscheinlichkeit. distortion ist in Prozent, bei torchvision ein Anteil.</translation>
    </message>
    <message>
        <source>Every pixel becomes a weighted sum of its neighbours, with the weights of a matrix of your own.</source>
        <translation>Jedes Pixel wird zur gewichteten Summe seiner Nachbarn, mit den Gewichten einer eigenen Matrix.</translation>
    </message>
    <message>
        <source>Excel squares the negative number, mathematics does not</source>
        <translation>Excel quadriert die negative Zahl, die Mathematik nicht</translation>
    </message>
    <message>
        <source>Excel&apos;s formulas are written without the leading =</source>
        <translation>Excel-Formeln schreibt man ohne das = am Anfang</translation>
    </message>
    <message>
        <source>Expand</source>
        <translation>Erweitern</translation>
    </message>
    <message>
        <source>Exposure</source>
        <translation>Belichtung</translation>
    </message>
    <message>
        <source>Expression</source>
        <translation>Ausdruck</translation>
    </message>
    <message>
        <source>Expression swell</source>
        <translation>Wachsende Formeln</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>Faded</source>
        <translation>Verblasst</translation>
    </message>
    <message>
        <source>Faded photograph</source>
        <translation>Verblichenes Foto</translation>
    </message>
    <message>
        <source>Farid edges</source>
        <translation>Farid-Kanten</translation>
    </message>
    <message>
        <source>Feather</source>
        <translation>Weicher Rand</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>Füllen</translation>
    </message>
    <message>
        <source>Fill frame</source>
        <translation>Bild füllen</translation>
    </message>
    <message>
        <source>Fills dark gaps smaller than the element and leaves the rest as it was.</source>
        <translation>Füllt dunkle Lücken, die kleiner als das Element sind, und lässt den Rest, wie er war.</translation>
    </message>
    <message>
        <source>Film grain</source>
        <translation>Filmkorn</translation>
    </message>
    <message>
        <source>Film look</source>
        <translation>Filmlook</translation>
    </message>
    <message>
        <source>Filmic tone mapping</source>
        <translation>Filmische Tonwerte</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>First make the mean of all colours gray.</source>
        <translation>Zuerst das Mittel aller Farben grau machen.</translation>
    </message>
    <message>
        <source>Fit a line</source>
        <translation>Eine Gerade anpassen</translation>
    </message>
    <message>
        <source>Fit a line and more</source>
        <translation>Eine Gerade anpassen und mehr</translation>
    </message>
    <message>
        <source>Fit a small network</source>
        <translation>Ein kleines Netz anpassen</translation>
    </message>
    <message>
        <source>Fit the light in, or copy as it is.</source>
        <translation>Das Licht einpassen, oder kopieren, wie es ist.</translation>
    </message>
    <message>
        <source>Flip</source>
        <translation>Spiegelung</translation>
    </message>
    <message>
        <source>Flip horizontal</source>
        <translation>Waagrecht spiegeln</translation>
    </message>
    <message>
        <source>Flip vertical</source>
        <translation>Senkrecht spiegeln</translation>
    </message>
    <message>
        <source>Fog</source>
        <translation>Nebel</translation>
    </message>
    <message>
        <source>Fog veil</source>
        <translation>Nebelschleier</translation>
    </message>
    <message>
        <source>Folders and notes</source>
        <translation>Ordner und Notizen</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <source>For a dark sky over light skin, or light foliage, as with a colour filter on black and white film.</source>
        <translation>Für dunklen Himmel über heller Haut oder helles Laub, wie mit einem Farbfilter auf Schwarzweißfilm.</translation>
    </message>
    <message>
        <source>For a deeper sky, calmer greens, warmer skin, while all other colours stay.</source>
        <translation>Für tieferen Himmel, ruhigeres Grün, wärmere Haut, während alle anderen Farben bleiben.</translation>
    </message>
    <message>
        <source>For a fast, hard-edged blur, or as a local mean.</source>
        <translation>Für eine schnelle Unschärfe mit harten Kanten oder als lokales Mittel.</translation>
    </message>
    <message>
        <source>For a filter that is missing here, or to try one before it is written in Python; a formula may be shared inside a recipe, since nothing in it is executed.</source>
        <translation>Für einen Filter, der hier fehlt, oder um einen zu versuchen, bevor er in Python geschrieben wird; eine Formel darf in einem Rezept weitergegeben werden, da nichts darin ausgeführt wird.</translation>
    </message>
    <message>
        <source>For a frame, for a size that a model asks for, or to see what a border mode means.</source>
        <translation>Für einen Rahmen, für eine Größe, die ein Modell verlangt, oder um zu sehen, was ein Randmodus bedeutet.</translation>
    </message>
    <message>
        <source>For a graphic look, or to see how many bits a picture needs.</source>
        <translation>Für eine grafische Wirkung oder um zu sehen, wie viele Bits ein Bild braucht.</translation>
    </message>
    <message>
        <source>For a graphic look, or to vary training pictures.</source>
        <translation>Für eine grafische Wirkung oder um Trainingsbilder zu variieren.</translation>
    </message>
    <message>
        <source>For a picture that lies on its side; nothing is lost.</source>
        <translation>Für ein Bild, das auf der Seite liegt; nichts geht verloren.</translation>
    </message>
    <message>
        <source>For a print or a page: a white margin, or one that brings every photo to the same proportions.</source>
        <translation>Für einen Druck oder eine Seite: ein weißer Rand, oder einer, der jedem Foto dieselben Seitenverhältnisse gibt.</translation>
    </message>
    <message>
        <source>For a quick correction; exposure or gamma keep black where it is.</source>
        <translation>Für eine schnelle Korrektur; Belichtung oder Gamma lassen Schwarz, wo es ist.</translation>
    </message>
    <message>
        <source>For an old look.</source>
        <translation>Für ein altes Aussehen.</translation>
    </message>
    <message>
        <source>For black and white with chosen weights, infrared looks, or to correct a camera&apos;s colours.</source>
        <translation>Für Schwarzweiß mit gewählten Gewichten, Infrarotwirkung oder um die Farben einer Kamera zu korrigieren.</translation>
    </message>
    <message>
        <source>For black and white, or before a step that should not tell colours apart.</source>
        <translation>Für Schwarzweiß oder vor einem Schritt, der Farben nicht unterscheiden soll.</translation>
    </message>
    <message>
        <source>For branches against the sky, and for edges in front of and behind the focus of fast lenses.</source>
        <translation>Für Zweige vor dem Himmel und für Kanten vor und hinter dem Fokus lichtstarker Objektive.</translation>
    </message>
    <message>
        <source>For contrast without cutting off the lightest and darkest tones.</source>
        <translation>Für Kontrast, ohne die hellsten und dunkelsten Töne abzuschneiden.</translation>
    </message>
    <message>
        <source>For crisp landscapes and surfaces; below 0 for soft skin.</source>
        <translation>Für knackige Landschaften und Oberflächen; unter 0 für weiche Haut.</translation>
    </message>
    <message>
        <source>For dust on the sensor, skin, litter and wires; one step a spot.</source>
        <translation>Für Staub auf dem Sensor, Haut, Abfall und Drähte; ein Schritt je Fleck.</translation>
    </message>
    <message>
        <source>For film looks and grades of other programs; jaxstudio export writes such files.</source>
        <translation>Für Filmlooks und Farbkorrekturen anderer Programme; jaxstudio export schreibt solche Dateien.</translation>
    </message>
    <message>
        <source>For hot and dead pixels of a sensor in long exposures, and for specks of dust in scans.</source>
        <translation>Für heiße und tote Pixel eines Sensors bei langen Belichtungen und für Stäubchen in Scans.</translation>
    </message>
    <message>
        <source>For landscapes in haze, fog or smoke, and pictures through a window.</source>
        <translation>Für Landschaften in Dunst, Nebel oder Rauch und Bilder durch ein Fenster.</translation>
    </message>
    <message>
        <source>For photos of buildings and horizons, and for all from wide and cheap lenses; before a crop.</source>
        <translation>Für Fotos von Gebäuden und Horizonten und alle von weiten und billigen Objektiven; vor einem Zuschnitt.</translation>
    </message>
    <message>
        <source>For photos slightly out of focus or shaken; before other sharpening, with few iterations where there is noise.</source>
        <translation>Für leicht unscharfe oder verwackelte Fotos; vor anderem Schärfen, mit wenigen Iterationen, wo es rauscht.</translation>
    </message>
    <message>
        <source>For pictures against the light: lift what is dark, hold what is light.</source>
        <translation>Für Bilder gegen das Licht: Dunkles heben, Helles halten.</translation>
    </message>
    <message>
        <source>For pictures of sun and shade whose whole range should show.</source>
        <translation>Für Bilder mit Sonne und Schatten, deren ganzer Umfang zu sehen sein soll.</translation>
    </message>
    <message>
        <source>For pictures under lamp light or in the shade; above 6504 K the picture becomes warmer.</source>
        <translation>Für Bilder unter Lampenlicht oder im Schatten; über 6504 K wird das Bild wärmer.</translation>
    </message>
    <message>
        <source>For pictures under lamp light or shade; gray world finds the cast by itself.</source>
        <translation>Für Bilder bei Lampenlicht oder im Schatten; „Graue Welt“ findet den Stich von selbst.</translation>
    </message>
    <message>
        <source>For pictures with a wide range of light, with contrast and skew as on film.</source>
        <translation>Für Bilder mit weitem Lichtumfang, mit Kontrast und Schiefe wie auf Film.</translation>
    </message>
    <message>
        <source>For pictures with deep shadows and bright light, X-rays and scans.</source>
        <translation>Für Bilder mit tiefen Schatten und hellem Licht, Röntgenbilder und Scans.</translation>
    </message>
    <message>
        <source>For portraits by flash; one step an eye.</source>
        <translation>Für Porträts mit Blitz; ein Schritt je Auge.</translation>
    </message>
    <message>
        <source>For scanned negatives, or to see dark detail as light.</source>
        <translation>Für gescannte Negative oder um dunkle Details als Licht zu sehen.</translation>
    </message>
    <message>
        <source>For soft highlights and deep shadows, as games and films show them.</source>
        <translation>Für weiche Lichter und tiefe Schatten, wie Spiele und Filme sie zeigen.</translation>
    </message>
    <message>
        <source>For the local contrast of darktable: landscapes, stone, clouds; below 0 for soft skin.</source>
        <translation>Für den lokalen Kontrast von darktable: Landschaften, Stein, Wolken; unter 0 für weiche Haut.</translation>
    </message>
    <message>
        <source>For the look of film, or to hide bands in smooth skies.</source>
        <translation>Für den Look von Film oder um Streifen in glattem Himmel zu verbergen.</translation>
    </message>
    <message>
        <source>For the mood of a scene: cold shadows, warm lights, or to take a cast out of one range of tones.</source>
        <translation>Für die Stimmung einer Szene: kalte Schatten, warme Lichter, oder um einem Tonbereich einen Stich zu nehmen.</translation>
    </message>
    <message>
        <source>For the thinnest edges of a clean picture.</source>
        <translation>Für die dünnsten Kanten eines sauberen Bildes.</translation>
    </message>
    <message>
        <source>For the web, for a thumbnail, or for the size that a model asks for.</source>
        <translation>Für das Web, eine Miniatur oder die Größe, die ein Modell verlangt.</translation>
    </message>
    <message>
        <source>For toned black and white, or a look such as teal and orange.</source>
        <translation>Für getontes Schwarzweiß oder einen Look wie Petrol und Orange.</translation>
    </message>
    <message>
        <source>For writing and drawings that are not evenly lit.</source>
        <translation>Für Schrift und Zeichnungen, die ungleich beleuchtet sind.</translation>
    </message>
    <message>
        <source>Four ways to a derivative</source>
        <translation>Vier Wege zur Ableitung</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>Frame margins</source>
        <translation>Ränder des Rahmens</translation>
    </message>
    <message>
        <source>Frangi ridges</source>
        <translation>Frangi-Grate</translation>
    </message>
    <message>
        <source>Frangi strength</source>
        <translation>Frangi-Stärke</translation>
    </message>
    <message>
        <source>From EXIF</source>
        <translation>Aus EXIF</translation>
    </message>
    <message>
        <source>From none to all of it.</source>
        <translation>Von nichts bis zu allem.</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>Fusion</translation>
    </message>
    <message>
        <source>Fusions of sin(x)·2 + x in the optimised HLO</source>
        <translation>Fusionen von sin(x)·2 + x im optimierten HLO</translation>
    </message>
    <message>
        <source>GEGL&apos;s has a contrast too. Not clipped. Alpha is left as it is.</source>
        <translation>Bei GEGL gibt es auch einen Kontrast. Nicht abgeschnitten. Alpha bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Verstärkung</translation>
    </message>
    <message>
        <source>Gain blue</source>
        <translation>Verstärkung Blau</translation>
    </message>
    <message>
        <source>Gain green</source>
        <translation>Verstärkung Grün</translation>
    </message>
    <message>
        <source>Gain red</source>
        <translation>Verstärkung Rot</translation>
    </message>
    <message>
        <source>Gamma</source>
        <translation>Gamma</translation>
    </message>
    <message>
        <source>Gamma blue</source>
        <translation>Gamma Blau</translation>
    </message>
    <message>
        <source>Gamma green</source>
        <translation>Gamma Grün</translation>
    </message>
    <message>
        <source>Gamma is drawn between one over this and this.</source>
        <translation>Gamma wird zwischen dem Kehrwert davon und diesem gezogen.</translation>
    </message>
    <message>
        <source>Gamma red</source>
        <translation>Gamma Rot</translation>
    </message>
    <message>
        <source>Gauss&apos;s hypergeometric function of a, b and c; x below 1</source>
        <translation>die hypergeometrische Funktion von Gauß zu a, b und c; x unter 1</translation>
    </message>
    <message>
        <source>Gaussian</source>
        <translation>Gaußglocke</translation>
    </message>
    <message>
        <source>Gaussian 5×5</source>
        <translation>Gauß 5×5</translation>
    </message>
    <message>
        <source>Gaussian blur</source>
        <translation>Gauß-Unschärfe</translation>
    </message>
    <message>
        <source>Gaussian kernel, from the corner to the centre</source>
        <translation>Gauß-Kern, von der Ecke zur Mitte</translation>
    </message>
    <message>
        <source>Gaussian noise</source>
        <translation>Gauß-Rauschen</translation>
    </message>
    <message>
        <source>Gbr</source>
        <translation>Gbr</translation>
    </message>
    <message>
        <source>Gegenbauer&apos;s polynomial is written gegenbauer(n, a, x)</source>
        <translation>Gegenbauers Polynom wird gegenbauer(n, a, x) geschrieben</translation>
    </message>
    <message>
        <source>Geometry</source>
        <translation>Geometrie</translation>
    </message>
    <message>
        <source>Given</source>
        <translation>Gegeben</translation>
    </message>
    <message>
        <source>Gives shadows, midtones and highlights each a lightness and a colour.</source>
        <translation>Gibt Schatten, Mitteltönen und Lichtern je eine Helligkeit und eine Farbe.</translation>
    </message>
    <message>
        <source>Gives the picture another number of pixels.</source>
        <translation>Gibt dem Bild eine andere Zahl von Pixeln.</translation>
    </message>
    <message>
        <source>Gives the picture the brown of an old print.</source>
        <translation>Gibt dem Bild das Braun eines alten Abzugs.</translation>
    </message>
    <message>
        <source>Gives the picture the colours of a look that is stored as a .cube file.</source>
        <translation>Gibt dem Bild die Farben eines Looks, der als .cube-Datei gespeichert ist.</translation>
    </message>
    <message>
        <source>Gives the picture the tones and colours of another photo: each channel gets its distribution.</source>
        <translation>Gibt dem Bild die Töne und Farben eines anderen Fotos: jeder Kanal bekommt dessen Verteilung.</translation>
    </message>
    <message>
        <source>Glass blur</source>
        <translation>Glasunschärfe</translation>
    </message>
    <message>
        <source>Golden evening</source>
        <translation>Goldener Abend</translation>
    </message>
    <message>
        <source>Grades colours by slope, offset and power, as cinema programs exchange them.</source>
        <translation>Korrigiert Farben durch Steigung, Versatz und Potenz, wie Kinoprogramme sie austauschen.</translation>
    </message>
    <message>
        <source>Gradient at once</source>
        <translation>Gradient auf einmal</translation>
    </message>
    <message>
        <source>Gradient by parts</source>
        <translation>Gradient in Teilen</translation>
    </message>
    <message>
        <source>Gradient descent</source>
        <translation>Gradientenabstieg</translation>
    </message>
    <message>
        <source>Gradients of single samples: a vmap of a grad</source>
        <translation>Gradienten einzelner Beispiele: ein vmap eines grad</translation>
    </message>
    <message>
        <source>Grain of its own for each colour.</source>
        <translation>Eigenes Korn für jede Farbe.</translation>
    </message>
    <message>
        <source>Gray</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>Gray is Rec. 601 luma. Gray images stay as they are. Not clipped.</source>
        <translation>Grau ist der Luma-Wert nach Rec. 601. Graue Bilder bleiben, wie sie sind. Nicht abgeschnitten.</translation>
    </message>
    <message>
        <source>Gray pictures follow the values of green.</source>
        <translation>Graue Bilder folgen den Werten von Grün.</translation>
    </message>
    <message>
        <source>Gray pictures stay as they are.</source>
        <translation>Graue Bilder bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Gray pictures stay as they are. Not clipped.</source>
        <translation>Graue Bilder bleiben, wie sie sind. Nicht abgeschnitten.</translation>
    </message>
    <message>
        <source>Gray pictures stay as they are. Not clipped: light tones exceed 1.</source>
        <translation>Graue Bilder bleiben, wie sie sind. Nicht abgeschnitten: helle Töne gehen über 1 hinaus.</translation>
    </message>
    <message>
        <source>Gray world</source>
        <translation>Graue Welt</translation>
    </message>
    <message>
        <source>Grayscale</source>
        <translation>Graustufen</translation>
    </message>
    <message>
        <source>Grb</source>
        <translation>Grb</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Green from blue</source>
        <translation>Grün aus Blau</translation>
    </message>
    <message>
        <source>Green from green</source>
        <translation>Grün aus Grün</translation>
    </message>
    <message>
        <source>Green from red</source>
        <translation>Grün aus Rot</translation>
    </message>
    <message>
        <source>Green hue</source>
        <translation>Grün: Farbton</translation>
    </message>
    <message>
        <source>Green lightness</source>
        <translation>Grün: Helligkeit</translation>
    </message>
    <message>
        <source>Green saturation</source>
        <translation>Grün: Sättigung</translation>
    </message>
    <message>
        <source>Grid shuffle</source>
        <translation>Kacheln mischen</translation>
    </message>
    <message>
        <source>Grow the picture so that no corner is cut off.</source>
        <translation>Das Bild vergrößern, damit keine Ecke abgeschnitten wird.</translation>
    </message>
    <message>
        <source>Grows what is light: every pixel becomes the lightest one near it.</source>
        <translation>Lässt Helles wachsen: jedes Pixel wird zum hellsten in seiner Nähe.</translation>
    </message>
    <message>
        <source>Guided filter</source>
        <translation>Guided Filter</translation>
    </message>
    <message>
        <source>HEIC</source>
        <translation>HEIC</translation>
    </message>
    <message>
        <source>HEIC, 10 bit</source>
        <translation>HEIC, 10 Bit</translation>
    </message>
    <message>
        <source>Haar</source>
        <translation>Haar</translation>
    </message>
    <message>
        <source>Half</source>
        <translation>Halb</translation>
    </message>
    <message>
        <source>Half the width of the thickest lines.</source>
        <translation>Die halbe Breite der dicksten Linien.</translation>
    </message>
    <message>
        <source>Half the width of the thinnest lines.</source>
        <translation>Die halbe Breite der dünnsten Linien.</translation>
    </message>
    <message>
        <source>Heal</source>
        <translation>Heilen</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Height over width is drawn between one over this and this.</source>
        <translation>Höhe durch Breite wird zwischen dem Kehrwert davon und diesem gezogen.</translation>
    </message>
    <message>
        <source>Hermite&apos;s polynomial is written hermite(n, x)</source>
        <translation>Hermites Polynom wird hermite(n, x) geschrieben</translation>
    </message>
    <message>
        <source>Hessian</source>
        <translation>Hesse-Matrix</translation>
    </message>
    <message>
        <source>Hessian of x₀²−x₁²+3x₀x₂, row by row</source>
        <translation>Hesse-Matrix von x₀²−x₁²+3x₀x₂, Zeile für Zeile</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Obergrenze</translation>
    </message>
    <message>
        <source>High pass</source>
        <translation>Hochpass</translation>
    </message>
    <message>
        <source>High-contrast black and white</source>
        <translation>Schwarzweiß mit hohem Kontrast</translation>
    </message>
    <message>
        <source>Higher orders</source>
        <translation>Höhere Ordnungen</translation>
    </message>
    <message>
        <source>Horizontal</source>
        <translation>Waagrecht</translation>
    </message>
    <message>
        <source>Hot pixels</source>
        <translation>Hotpixel</translation>
    </message>
    <message>
        <source>Hover a line to see what became of it: the two einsums stay products, the mask and the softmax become fusions. Then choose the time beside the lines to see which costs most.</source>
        <translation>Fahren Sie über eine Zeile, um zu sehen, was aus ihr wurde: die beiden einsum bleiben Produkte, Maske und Softmax werden Fusionen. Wählen Sie dann die Zeit neben den Zeilen, um zu sehen, welche am meisten kostet.</translation>
    </message>
    <message>
        <source>How dark the corners get.</source>
        <translation>Wie dunkel die Ecken werden.</translation>
    </message>
    <message>
        <source>How different colours may be: the larger, the more it is a plain blur.</source>
        <translation>Wie verschieden Farben sein dürfen: je größer, desto mehr eine einfache Unschärfe.</translation>
    </message>
    <message>
        <source>How different patches may be: the larger, the smoother.</source>
        <translation>Wie verschieden Ausschnitte sein dürfen: je größer, desto glatter.</translation>
    </message>
    <message>
        <source>How far below a stroke its source is. Strokes may have sources of their own.</source>
        <translation>Wie weit unter dem Strich seine Quelle liegt. Striche können eigene Quellen haben.</translation>
    </message>
    <message>
        <source>How far below the spot the source is.</source>
        <translation>Wie weit unter dem Fleck die Quelle liegt.</translation>
    </message>
    <message>
        <source>How far blue lies from green, by its square.</source>
        <translation>Wie weit Blau von Grün liegt, mit dem Quadrat des Abstands.</translation>
    </message>
    <message>
        <source>How far blue lies from green, by the distance.</source>
        <translation>Wie weit Blau von Grün liegt, mit dem Abstand.</translation>
    </message>
    <message>
        <source>How far blue lies from green, everywhere alike.</source>
        <translation>Wie weit Blau von Grün liegt, überall gleich.</translation>
    </message>
    <message>
        <source>How far distances change with their power 1.</source>
        <translation>Wie weit sich Abstände mit ihrer 1. Potenz ändern.</translation>
    </message>
    <message>
        <source>How far distances change with their power 2.</source>
        <translation>Wie weit sich Abstände mit ihrer 2. Potenz ändern.</translation>
    </message>
    <message>
        <source>How far distances change with their power 3.</source>
        <translation>Wie weit sich Abstände mit ihrer 3. Potenz ändern.</translation>
    </message>
    <message>
        <source>How far distances change with their power 4.</source>
        <translation>Wie weit sich Abstände mit ihrer 4. Potenz ändern.</translation>
    </message>
    <message>
        <source>How far from the edges, in percent of the shorter side.</source>
        <translation>Wie weit von den Rändern, in Prozent der kürzeren Seite.</translation>
    </message>
    <message>
        <source>How far off neighbours may be.</source>
        <translation>Wie fern Nachbarn sein dürfen.</translation>
    </message>
    <message>
        <source>How far pixels are pulled (standard deviation).</source>
        <translation>Wie weit Pixel gezogen werden (Standardabweichung).</translation>
    </message>
    <message>
        <source>How far pixels may go.</source>
        <translation>Wie weit Pixel wandern dürfen.</translation>
    </message>
    <message>
        <source>How far red lies from green, by its square.</source>
        <translation>Wie weit Rot von Grün liegt, mit dem Quadrat des Abstands.</translation>
    </message>
    <message>
        <source>How far red lies from green, by the distance.</source>
        <translation>Wie weit Rot von Grün liegt, mit dem Abstand.</translation>
    </message>
    <message>
        <source>How far red lies from green, everywhere alike.</source>
        <translation>Wie weit Rot von Grün liegt, überall gleich.</translation>
    </message>
    <message>
        <source>How far the light&apos;s way is smoothed, along edges.</source>
        <translation>Wie weit der Weg des Lichts geglättet wird, entlang von Kanten.</translation>
    </message>
    <message>
        <source>How far the line is from the photo, in percent of the photo&apos;s shorter side.</source>
        <translation>Wie weit die Linie vom Foto entfernt ist, in Prozent der kürzeren Seite des Fotos.</translation>
    </message>
    <message>
        <source>How far the surroundings reach.</source>
        <translation>Wie weit die Umgebung reicht.</translation>
    </message>
    <message>
        <source>How far to look for others.</source>
        <translation>Wie weit nach anderen gesucht wird.</translation>
    </message>
    <message>
        <source>How far to the right of a stroke its source is. Strokes may have sources of their own.</source>
        <translation>Wie weit rechts vom Strich seine Quelle liegt. Striche können eigene Quellen haben.</translation>
    </message>
    <message>
        <source>How far to the right of the spot the source is.</source>
        <translation>Wie weit rechts vom Fleck die Quelle liegt.</translation>
    </message>
    <message>
        <source>How formulas of derivatives grow, beside the programs that JAX makes</source>
        <translation>Wie Formeln von Ableitungen wachsen, neben den Programmen, die JAX macht</translation>
    </message>
    <message>
        <source>How likely the change is.</source>
        <translation>Wie wahrscheinlich die Änderung ist.</translation>
    </message>
    <message>
        <source>How many levels from black to white.</source>
        <translation>Wie viele Stufen von Schwarz bis Weiß.</translation>
    </message>
    <message>
        <source>How many magnified pictures.</source>
        <translation>Wie viele vergrößerte Bilder.</translation>
    </message>
    <message>
        <source>How many regions along each side.</source>
        <translation>Wie viele Bereiche entlang jeder Seite.</translation>
    </message>
    <message>
        <source>How many scales: 1, 2, 4 and 8 pixels.</source>
        <translation>Wie viele Skalen: 1, 2, 4 und 8 Pixel.</translation>
    </message>
    <message>
        <source>How much each colour counts: as in HDTV, or as in older television and OpenCV.</source>
        <translation>Wie viel jede Farbe zählt: wie in HDTV oder wie in älterem Fernsehen und OpenCV.</translation>
    </message>
    <message>
        <source>How much is cut off at the bottom, in percent of the picture, to whole pixels.</source>
        <translation>Wie viel unten abgeschnitten wird, in Prozent des Bildes, auf ganze Pixel.</translation>
    </message>
    <message>
        <source>How much is cut off at the left, in percent of the picture, to whole pixels.</source>
        <translation>Wie viel links abgeschnitten wird, in Prozent des Bildes, auf ganze Pixel.</translation>
    </message>
    <message>
        <source>How much is cut off at the right, in percent of the picture, to whole pixels.</source>
        <translation>Wie viel rechts abgeschnitten wird, in Prozent des Bildes, auf ganze Pixel.</translation>
    </message>
    <message>
        <source>How much is cut off at the top, in percent of the picture, to whole pixels.</source>
        <translation>Wie viel oben abgeschnitten wird, in Prozent des Bildes, auf ganze Pixel.</translation>
    </message>
    <message>
        <source>How much light a shadow takes.</source>
        <translation>Wie viel Licht ein Schatten nimmt.</translation>
    </message>
    <message>
        <source>How much light is left, by power 2 of the distance.</source>
        <translation>Wie viel Licht bleibt, mit der 2. Potenz des Abstands.</translation>
    </message>
    <message>
        <source>How much light is left, by power 4 of the distance.</source>
        <translation>Wie viel Licht bleibt, mit der 4. Potenz des Abstands.</translation>
    </message>
    <message>
        <source>How much light is left, by power 6 of the distance.</source>
        <translation>Wie viel Licht bleibt, mit der 6. Potenz des Abstands.</translation>
    </message>
    <message>
        <source>How much must vary to be kept as an edge: a variance.</source>
        <translation>Wie viel sich ändern muss, um als Kante zu bleiben: eine Varianz.</translation>
    </message>
    <message>
        <source>How much of a green fringe is taken away.</source>
        <translation>Wie viel von einem grünen Saum weggenommen wird.</translation>
    </message>
    <message>
        <source>How much of a purple fringe is taken away.</source>
        <translation>Wie viel von einem violetten Saum weggenommen wird.</translation>
    </message>
    <message>
        <source>How much of the change is made.</source>
        <translation>Wie viel von der Änderung gemacht wird.</translation>
    </message>
    <message>
        <source>How much of the difference is added.</source>
        <translation>Wie viel von der Differenz addiert wird.</translation>
    </message>
    <message>
        <source>How much of the haze is taken away.</source>
        <translation>Wie viel vom Dunst weggenommen wird.</translation>
    </message>
    <message>
        <source>How much of the old blue the new blue holds.</source>
        <translation>Wie viel vom alten Blau das neue Blau enthält.</translation>
    </message>
    <message>
        <source>How much of the old blue the new green holds.</source>
        <translation>Wie viel vom alten Blau das neue Grün enthält.</translation>
    </message>
    <message>
        <source>How much of the old blue the new red holds.</source>
        <translation>Wie viel vom alten Blau das neue Rot enthält.</translation>
    </message>
    <message>
        <source>How much of the old green the new blue holds.</source>
        <translation>Wie viel vom alten Grün das neue Blau enthält.</translation>
    </message>
    <message>
        <source>How much of the old green the new green holds.</source>
        <translation>Wie viel vom alten Grün das neue Grün enthält.</translation>
    </message>
    <message>
        <source>How much of the old green the new red holds.</source>
        <translation>Wie viel vom alten Grün das neue Rot enthält.</translation>
    </message>
    <message>
        <source>How much of the old red the new blue holds.</source>
        <translation>Wie viel vom alten Rot das neue Blau enthält.</translation>
    </message>
    <message>
        <source>How much of the old red the new green holds.</source>
        <translation>Wie viel vom alten Rot das neue Grün enthält.</translation>
    </message>
    <message>
        <source>How much of the old red the new red holds.</source>
        <translation>Wie viel vom alten Rot das neue Rot enthält.</translation>
    </message>
    <message>
        <source>How much of the radius is soft.</source>
        <translation>Wie viel vom Radius weich ist.</translation>
    </message>
    <message>
        <source>How much the largest is magnified.</source>
        <translation>Wie sehr das größte vergrößert wird.</translation>
    </message>
    <message>
        <source>How often it is repeated.</source>
        <translation>Wie oft es wiederholt wird.</translation>
    </message>
    <message>
        <source>How often they go.</source>
        <translation>Wie oft sie wandern.</translation>
    </message>
    <message>
        <source>How smooth the pull is.</source>
        <translation>Wie glatt das Ziehen ist.</translation>
    </message>
    <message>
        <source>How steep the curve is.</source>
        <translation>Wie steil die Kurve ist.</translation>
    </message>
    <message>
        <source>How steep the curves may be: the share of a region&apos;s pixels that one of 256 tones may have.</source>
        <translation>Wie steil die Kurven sein dürfen: der Anteil der Pixel eines Bereichs, den einer von 256 Tönen haben darf.</translation>
    </message>
    <message>
        <source>How strong the noise is: found in the finest details of each channel, or as sigma says.</source>
        <translation>Wie stark das Rauschen ist: aus den feinsten Details jedes Kanals bestimmt oder wie Sigma sagt.</translation>
    </message>
    <message>
        <source>How strong.</source>
        <translation>Wie stark.</translation>
    </message>
    <message>
        <source>How thick a line in the frame is; 0 draws none, in percent of the photo&apos;s shorter side.</source>
        <translation>Wie dick eine Linie im Rahmen ist, in Prozent der kürzeren Seite des Fotos; 0 zeichnet keine.</translation>
    </message>
    <message>
        <source>Hue</source>
        <translation>Farbton</translation>
    </message>
    <message>
        <source>Hue is the argument, a ring a doubling; zeros and poles are proven. Point to read values</source>
        <translation>Der Farbton ist das Argument, ein Ring eine Verdopplung; Nullstellen und Pole sind bewiesen. Zeigen liest Werte ab</translation>
    </message>
    <message>
        <source>Hue is turned by up to this part of a full turn.</source>
        <translation>Der Farbton wird um höchstens diesen Teil eines vollen Kreises gedreht.</translation>
    </message>
    <message>
        <source>IN: an empty name, expected a photo or a folder</source>
        <translation>IN: ein leerer Name, erwartet wurde ein Foto oder ein Ordner</translation>
    </message>
    <message>
        <source>Identity 3×3</source>
        <translation>Identität 3×3</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>In a circle the membrane has a closed form: 16 waves of the difference along it, where a solver has the pixels of its edge. The difference is the mean of three circles, a pixel apart.</source>
        <translation>Im Kreis hat die Membran eine geschlossene Form: 16 Wellen des Unterschieds auf ihm, wo ein Löser die Pixel des Randes nimmt. Der Unterschied ist das Mittel dreier Kreise, je ein Pixel auseinander.</translation>
    </message>
    <message>
        <source>In a round spot with a soft edge, where GIMP takes the selection.</source>
        <translation>In einem runden Fleck mit weichem Rand, wo GIMP die Auswahl nimmt.</translation>
    </message>
    <message>
        <source>In an order drawn evenly: exposure × U(1 − brightness, 1 + brightness), contrast U(1 − contrast, 1 + contrast), saturation U(1 − saturation, 1 + saturation), hue U(−hue, hue); U(a, b) is drawn evenly between a and b</source>
        <translation>In gleichverteilt gezogener Reihenfolge: Belichtung × U(1 − brightness, 1 + brightness), Kontrast U(1 − contrast, 1 + contrast), Sättigung U(1 − saturation, 1 + saturation), Farbton U(−hue, hue); U(a, b) wird gleichverteilt zwischen a und b gezogen</translation>
    </message>
    <message>
        <source>In linear light, where blurs happen. Not clipped. scikit-image takes black outside the picture, which rings at the borders; here it is unknown. Computed by SciPy on the CPU, tile by tile: which equals the whole picture to 1e-4. A kernel that was learnt for a blur may be given as the own kernel.</source>
        <translation>In linearem Licht, wo Unschärfe entsteht. Nicht begrenzt. scikit-image nimmt außerhalb des Bildes Schwarz an, was an den Rändern nachschwingt; hier ist es unbekannt. Von SciPy auf dem Prozessor berechnet, Kachel für Kachel: das gleicht dem ganzen Bild auf 1e-4. Ein Kern, der für eine Unschärfe gelernt wurde, kann als eigener Kern gegeben werden.</translation>
    </message>
    <message>
        <source>In percent, so that a recipe means the same for photos of every size.</source>
        <translation>In Prozent, damit ein Rezept für Fotos jeder Größe dasselbe bedeutet.</translation>
    </message>
    <message>
        <source>In percent, where torchvision has pixels.</source>
        <translation>In Prozent, wo torchvision Pixel hat.</translation>
    </message>
    <message>
        <source>In squares of 3 × 3, where ImageJ takes circles. Each channel apart; alpha stays.</source>
        <translation>In Quadraten von 3 × 3, wo ImageJ Kreise nimmt. Jeder Kanal für sich; Alpha bleibt.</translation>
    </message>
    <message>
        <source>In the jaxpr a checkpoint holds the layers that the derivative computes again. Choose `kept` and look at Cost: the CPU&apos;s compiler finds that both compute the same, and the counts of operations are equal.</source>
        <translation>Im jaxpr enthält ein Checkpoint die Schichten, die die Ableitung erneut berechnet. Wählen Sie `kept` und sehen Sie auf Kosten: der Compiler der CPU findet, dass beide dasselbe berechnen, und die Anzahlen der Operationen sind gleich.</translation>
    </message>
    <message>
        <source>In the optimised HLO the convolution stays an operation by itself, and bias, relu and pooling become one fusion: hover them. The shapes show the order of axes that XLA chose.</source>
        <translation>Im optimierten HLO bleibt die Faltung eine eigene Operation, und Bias, relu und Pooling werden eine Fusion: fahren Sie darüber. Die Formen zeigen die Reihenfolge der Achsen, die XLA gewählt hat.</translation>
    </message>
    <message>
        <source>Index 9 of [1, 2, 3]: read, and after writing 7 there</source>
        <translation>Index 9 von [1, 2, 3]: gelesen, und nachdem dort 7 geschrieben wurde</translation>
    </message>
    <message>
        <source>Inferno</source>
        <translation>Inferno</translation>
    </message>
    <message>
        <source>Inpaint</source>
        <translation>Ausfüllen</translation>
    </message>
    <message>
        <source>Interpolated between the pixels of the reduced photo: softer than the exact picture, most of all where it is enlarged.</source>
        <translation>Zwischen den Pixeln des verkleinerten Fotos interpoliert: weicher als das exakte Bild, am meisten wo vergrößert wird.</translation>
    </message>
    <message>
        <source>Interpolation</source>
        <translation>Interpolation</translation>
    </message>
    <message>
        <source>Inverse</source>
        <translation>Invers</translation>
    </message>
    <message>
        <source>Invert</source>
        <translation>Invertieren</translation>
    </message>
    <message>
        <source>It ran away.</source>
        <translation>Er lief davon.</translation>
    </message>
    <message>
        <source>It saw all its epochs.</source>
        <translation>Es hat alle seine Epochen gesehen.</translation>
    </message>
    <message>
        <source>It stops: the next step leads to where there is no finite value or slope.</source>
        <translation>Er endet: Der nächste Schritt führt dorthin, wo es keinen endlichen Wert oder keine endliche Steigung gibt.</translation>
    </message>
    <message>
        <source>It took all its steps.</source>
        <translation>Alle Schritte sind getan.</translation>
    </message>
    <message>
        <source>It was stopped by hand.</source>
        <translation>Von Hand angehalten.</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>Its Jacobian, row by row</source>
        <translation>Ihre Jacobi-Matrix, Zeile für Zeile</translation>
    </message>
    <message>
        <source>Its radius, of the shorter side.</source>
        <translation>Sein Radius, von der kürzeren Seite.</translation>
    </message>
    <message>
        <source>JAX computes in float32 unless asked for more. float16 has more digits, bfloat16 more range; together they make float32. Integers wrap around, and an index beyond the end is clamped on reading and dropped on writing.</source>
        <translation>JAX rechnet in float32, wenn nicht mehr verlangt wird. float16 hat mehr Stellen, bfloat16 mehr Bereich; zusammen ergeben sie float32. Ganze Zahlen laufen über, und ein Index jenseits des Endes wird beim Lesen auf den letzten begrenzt und beim Schreiben fallen gelassen.</translation>
    </message>
    <message>
        <source>JAX has a default backend and a list of devices. An array that was put on a device stays there, and so do results computed from it; two arrays committed to different devices cannot be combined, and JAX says so.</source>
        <translation>JAX hat ein Standard-Backend und eine Liste von Geräten. Ein Array, das auf ein Gerät gelegt wurde, bleibt dort, und ebenso Ergebnisse daraus; zwei Arrays auf verschiedenen Geräten lassen sich nicht verknüpfen, und JAX sagt es.</translation>
    </message>
    <message>
        <source>JAX runs your Python once, to write down what it does. A print is heard once, a global is frozen as a constant, a Python loop is unrolled; an if on a value fails, where lax.cond does not.</source>
        <translation>JAX führt Ihren Python-Code einmal aus, um aufzuschreiben, was er tut. Ein print ist einmal zu hören, eine globale Variable wird zur Konstante eingefroren, eine Python-Schleife ausgerollt; ein if über einen Wert scheitert, wo lax.cond es nicht tut.</translation>
    </message>
    <message>
        <source>JAX runs your Python once, to write down what it does. A print is heard once, a global is frozen, a loop is unrolled, and a decision on a value has none to decide on.</source>
        <translation>JAX führt Ihren Python-Code einmal aus, um aufzuschreiben, was er tut. Ein print ist einmal zu hören, eine globale Variable wird eingefroren, eine Schleife ausgerollt, und für eine Entscheidung über einen Wert gibt es noch keinen Wert.</translation>
    </message>
    <message>
        <source>JAX sees a function as a list of operations. Forward mode carries a tangent along with each value; reverse mode goes back through the list with adjoints. x₁x₂ + sin(x₁x₂) at (7, 2).</source>
        <translation>JAX sieht eine Funktion als Liste von Operationen. Der Vorwärtsmodus führt zu jedem Wert eine Tangente mit; der Rückwärtsmodus geht die Liste mit Adjungierten zurück. x₁x₂ + sin(x₁x₂) bei (7, 2).</translation>
    </message>
    <message>
        <source>JPEG</source>
        <translation>JPEG</translation>
    </message>
    <message>
        <source>JPEG 2000, lossless</source>
        <translation>JPEG 2000, verlustfrei</translation>
    </message>
    <message>
        <source>JPEG XL</source>
        <translation>JPEG XL</translation>
    </message>
    <message>
        <source>JPEG artefacts</source>
        <translation>JPEG-Artefakte</translation>
    </message>
    <message>
        <source>Jacobi&apos;s polynomials are not known here</source>
        <translation>Jacobis Polynome sind hier nicht bekannt</translation>
    </message>
    <message>
        <source>Jacobian</source>
        <translation>Jacobi-Matrix</translation>
    </message>
    <message>
        <source>Keeps only dark details smaller than the element, shown light on black.</source>
        <translation>Behält nur dunkle Details, die kleiner als das Element sind, hell auf Schwarz.</translation>
    </message>
    <message>
        <source>Keeps only detail, on a middle gray: what a blur would take away.</source>
        <translation>Behält nur Details auf mittlerem Grau: was eine Unschärfe wegnähme.</translation>
    </message>
    <message>
        <source>Keeps only light details smaller than the element, on black.</source>
        <translation>Behält nur helle Details, die kleiner als das Element sind, auf Schwarz.</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kern</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Kornia&apos;s border is constant and its mode nearest. Weights add up to 1.</source>
        <translation>Kornias Rand ist konstant und sein Modus nearest. Die Gewichte addieren sich zu 1.</translation>
    </message>
    <message>
        <source>Kummer&apos;s confluent hypergeometric function M(a, b, x)</source>
        <translation>Kummers konfluente hypergeometrische Funktion M(a, b, x)</translation>
    </message>
    <message>
        <source>LUT_3D_SIZE = {0}: expected 2 to {1}</source>
        <translation>LUT_3D_SIZE = {0}: erwartet wurde 2 bis {1}</translation>
    </message>
    <message>
        <source>Laguerre&apos;s polynomial is written laguerre(n, x)</source>
        <translation>Laguerres Polynom wird laguerre(n, x) geschrieben</translation>
    </message>
    <message>
        <source>Laid tiles</source>
        <translation>Gelegte Kacheln</translation>
    </message>
    <message>
        <source>Lambert&apos;s W on its lower branch: the w up to -1 with w exp(w) = x; x from -1/e up to 0</source>
        <translation>Lamberts W auf dem unteren Zweig: das w bis -1 mit w exp(w) = x; x von -1/e bis 0</translation>
    </message>
    <message>
        <source>Lambert&apos;s W: the w from -1 on with w exp(w) = x; x from -1/e on</source>
        <translation>Lamberts W: das w ab -1 mit w exp(w) = x; x ab -1/e</translation>
    </message>
    <message>
        <source>Laplace</source>
        <translation>Laplace</translation>
    </message>
    <message>
        <source>Laplacian</source>
        <translation>Laplace</translation>
    </message>
    <message>
        <source>Largest float16 and bfloat16</source>
        <translation>Größter Wert von float16 und bfloat16</translation>
    </message>
    <message>
        <source>Layers of 1, 128, 128 and 1 units with relu learn x² from 128 points by gradient descent on the mean square.</source>
        <translation>Schichten von 1, 128, 128 und 1 Einheiten mit relu lernen x² aus 128 Punkten durch Gradientenabstieg auf dem mittleren Quadrat.</translation>
    </message>
    <message>
        <source>Lays a picture with alpha over the photo: a logo, a signature.</source>
        <translation>Legt ein Bild mit Alpha über das Foto: ein Logo, eine Unterschrift.</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>Kleinster Wert</translation>
    </message>
    <message>
        <source>Leaves 2 to 6 bits of each value, or all, as the seed has it.</source>
        <translation>Lässt von jedem Wert 2 bis 6 Bits oder alle, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Leaves only a few tones in each colour, as on a poster.</source>
        <translation>Lässt in jeder Farbe nur wenige Töne, wie auf einem Plakat.</translation>
    </message>
    <message>
        <source>Leaves only black and white: values above a limit become 1, the others 0.</source>
        <translation>Lässt nur Schwarz und Weiß: Werte über einer Schwelle werden 1, die anderen 0.</translation>
    </message>
    <message>
        <source>Leaves only black and white: what is lighter than its surroundings becomes white.</source>
        <translation>Lässt nur Schwarz und Weiß: was heller als seine Umgebung ist, wird weiß.</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Legendre&apos;s polynomial is written legendre(n, x)</source>
        <translation>Legendres Polynom wird legendre(n, x) geschrieben</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Length of the line.</source>
        <translation>Länge der Linie.</translation>
    </message>
    <message>
        <source>Length of the motion.</source>
        <translation>Länge der Bewegung.</translation>
    </message>
    <message>
        <source>Lens correction</source>
        <translation>Objektivkorrektur</translation>
    </message>
    <message>
        <source>Lens distortion</source>
        <translation>Objektivverzeichnung</translation>
    </message>
    <message>
        <source>Lets red, green and blue change places, or leaves them, as the seed has it.</source>
        <translation>Lässt Rot, Grün und Blau die Plätze tauschen oder nicht, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Lets red, green and blue change places.</source>
        <translation>Lässt Rot, Grün und Blau die Plätze tauschen.</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>Tonwerte</translation>
    </message>
    <message>
        <source>Li</source>
        <translation>Li</translation>
    </message>
    <message>
        <source>Lifts the shadows and holds back the lights along a logarithm, or the reverse.</source>
        <translation>Hebt die Schatten und bremst die Lichter entlang eines Logarithmus oder umgekehrt.</translation>
    </message>
    <message>
        <source>Light adaptation</source>
        <translation>Anpassung ans Licht</translation>
    </message>
    <message>
        <source>Light added and taken, contrast raised and lowered, or dark patches.</source>
        <translation>Licht hinzugefügt und weggenommen, Kontrast erhöht und verringert, oder dunkle Flecken.</translation>
    </message>
    <message>
        <source>Lightened corners</source>
        <translation>Aufgehellte Ecken</translation>
    </message>
    <message>
        <source>Lighter</source>
        <translation>Heller</translation>
    </message>
    <message>
        <source>Lightness</source>
        <translation>Helligkeit</translation>
    </message>
    <message>
        <source>Limits, series and solutions</source>
        <translation>Grenzwerte, Reihen und Lösungen</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Linie</translation>
    </message>
    <message>
        <source>Line gap</source>
        <translation>Abstand der Linie</translation>
    </message>
    <message>
        <source>Line value</source>
        <translation>Ton der Linie</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>Linear between Matplotlib&apos;s 256 entries. Gray pictures stay as they are.</source>
        <translation>Linear zwischen den 256 Einträgen von Matplotlib. Graue Bilder bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Linear to curve</source>
        <translation>Linear zur Kurve</translation>
    </message>
    <message>
        <source>Lines that ask, endless sums, and a Taylor polynomial beside its function</source>
        <translation>Zeilen, die fragen, unendliche Summen, und ein Taylor-Polynom neben seiner Funktion</translation>
    </message>
    <message>
        <source>Lists</source>
        <translation>Listen</translation>
    </message>
    <message>
        <source>Local Laplacian</source>
        <translation>Lokaler Laplace</translation>
    </message>
    <message>
        <source>Local contrast</source>
        <translation>Lokaler Kontrast</translation>
    </message>
    <message>
        <source>Local threshold</source>
        <translation>Lokale Schwelle</translation>
    </message>
    <message>
        <source>Logarithm</source>
        <translation>Logarithmus</translation>
    </message>
    <message>
        <source>Logarithmic axes</source>
        <translation>Logarithmische Achsen</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Untergrenze</translation>
    </message>
    <message>
        <source>Luma</source>
        <translation>Luminanz</translation>
    </message>
    <message>
        <source>Luma stays as it is. darktable guides red and blue by green; here one value, magenta against green, is guided by luma. The guided filter works on cells of 1 to 8 pixels, by the radius.</source>
        <translation>Luma bleibt, wie es ist. darktable führt Rot und Blau an Grün; hier wird ein Wert, Magenta gegen Grün, an Luma geführt. Der geführte Filter arbeitet auf Zellen von 1 bis 8 Pixeln, je nach Radius.</translation>
    </message>
    <message>
        <source>Magma</source>
        <translation>Magma</translation>
    </message>
    <message>
        <source>Magnitude</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>Makes colours stronger or paler: moves every colour away from, or towards, its own gray.</source>
        <translation>Macht Farben kräftiger oder blasser: bewegt jede Farbe von ihrem eigenen Grau weg oder zu ihm hin.</translation>
    </message>
    <message>
        <source>Makes each colour anew out of all three.</source>
        <translation>Bildet jede Farbe neu aus allen dreien.</translation>
    </message>
    <message>
        <source>Makes edges crisper: what a Gaussian blur would take away is added once more.</source>
        <translation>Macht Kanten schärfer: was eine Gauß-Unschärfe wegnähme, wird noch einmal addiert.</translation>
    </message>
    <message>
        <source>Makes everything lighter or darker by the same amount.</source>
        <translation>Macht alles um denselben Betrag heller oder dunkler.</translation>
    </message>
    <message>
        <source>Makes light tones lighter and dark ones darker, or the reverse.</source>
        <translation>Macht helle Töne heller und dunkle dunkler oder umgekehrt.</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Palette</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>Rand</translation>
    </message>
    <message>
        <source>Marked with the digits that are sure, with the tangent at a point</source>
        <translation>Markiert mit den sicheren Stellen, mit der Tangente in einem Punkt</translation>
    </message>
    <message>
        <source>Mask: input and result blended ({0}), {1}</source>
        <translation>Maske: Eingang und Ergebnis gemischt ({0}), {1}</translation>
    </message>
    <message>
        <source>Mask: {0}</source>
        <translation>Maske: {0}</translation>
    </message>
    <message>
        <source>Match histogram</source>
        <translation>Histogramm angleichen</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Mean of magnified pictures</source>
        <translation>Mittel vergrößerter Bilder</translation>
    </message>
    <message>
        <source>Mean of magnified pictures as pixels, {0}</source>
        <translation>Mittel vergrößerter Bilder als Pixel, {0}</translation>
    </message>
    <message>
        <source>Mean of the factor.</source>
        <translation>Mittel des Faktors.</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Middle</source>
        <translation>Mitte</translation>
    </message>
    <message>
        <source>Middle left</source>
        <translation>Mitte links</translation>
    </message>
    <message>
        <source>Middle right</source>
        <translation>Mitte rechts</translation>
    </message>
    <message>
        <source>Minima, maxima, saddles</source>
        <translation>Minima, Maxima, Sättel</translation>
    </message>
    <message>
        <source>Mirror</source>
        <translation>Spiegeln</translation>
    </message>
    <message>
        <source>Mirrors the picture or leaves it, as the seed has it.</source>
        <translation>Spiegelt das Bild oder lässt es, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Mirrors the picture: left becomes right.</source>
        <translation>Spiegelt das Bild: links wird rechts.</translation>
    </message>
    <message>
        <source>Mirrors the picture: top becomes bottom.</source>
        <translation>Spiegelt das Bild: oben wird unten.</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Mono</source>
        <translation>Dicktengleich</translation>
    </message>
    <message>
        <source>Moonlight</source>
        <translation>Mondlicht</translation>
    </message>
    <message>
        <source>More are sharper, and bring out noise.</source>
        <translation>Mehr sind schärfer und heben das Rauschen hervor.</translation>
    </message>
    <message>
        <source>Morphological gradient</source>
        <translation>Morphologischer Gradient</translation>
    </message>
    <message>
        <source>Morphology</source>
        <translation>Morphologie</translation>
    </message>
    <message>
        <source>Most</source>
        <translation>Größter Wert</translation>
    </message>
    <message>
        <source>Most of each channel</source>
        <translation>Größter Wert jedes Kanals</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Motion blur</source>
        <translation>Bewegungsunschärfe</translation>
    </message>
    <message>
        <source>Moves each corner inwards, as the seed has it.</source>
        <translation>Bewegt jede Ecke nach innen, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Moves every tone along a curve that you draw: left are the dark tones, up is lighter.</source>
        <translation>Bewegt jeden Ton entlang einer gezeichneten Kurve: links die dunklen Töne, oben ist heller.</translation>
    </message>
    <message>
        <source>Moves the corners of the picture, as if it were seen from elsewhere.</source>
        <translation>Bewegt die Ecken des Bildes, als sähe man es von anderswo.</translation>
    </message>
    <message>
        <source>Moves the mark down, in percent of the shorter side.</source>
        <translation>Schiebt das Zeichen nach unten, in Prozent der kürzeren Seite.</translation>
    </message>
    <message>
        <source>Moves the mark to the right, in percent of the shorter side.</source>
        <translation>Schiebt das Zeichen nach rechts, in Prozent der kürzeren Seite.</translation>
    </message>
    <message>
        <source>Moves the tones of one colour, of luma, or of lightness along a curve that you draw.</source>
        <translation>Verschiebt die Töne einer Farbe, der Luma oder der Helligkeit entlang einer Kurve, die Sie zeichnen.</translation>
    </message>
    <message>
        <source>Multiplies the result.</source>
        <translation>Multipliziert das Ergebnis.</translation>
    </message>
    <message>
        <source>Nearest</source>
        <translation>Nächster</translation>
    </message>
    <message>
        <source>Negative</source>
        <translation>Negativ</translation>
    </message>
    <message>
        <source>Neighbours on a reduced photo are farther apart and differ more: edges are brighter and wider than in the exact picture.</source>
        <translation>Nachbarn auf einem verkleinerten Foto sind weiter voneinander entfernt und verschiedener: Kanten sind heller und breiter als im exakten Bild.</translation>
    </message>
    <message>
        <source>Neighbours on a reduced photo are interpolated and differ more, and a pattern finer than the screen&apos;s pixels shows as another one: edges, texture and fine patterns come out right with the exact picture.</source>
        <translation>Nachbarn auf einem verkleinerten Foto werden interpoliert und sind verschiedener, und ein Muster, feiner als die Pixel des Bildschirms, erscheint als ein anderes: Kanten, Textur und feine Muster kommen mit dem exakten Bild richtig heraus.</translation>
    </message>
    <message>
        <source>No clipping: a float below 0 becomes one above 1. Otherwise none.</source>
        <translation>Nichts wird abgeschnitten: eine Gleitkommazahl unter 0 wird zu einer über 1. Sonst keine.</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>Noise is added, a 5 × 5 Gaussian kernel takes most of it away together with some detail, and a sharpening kernel brings edges back. This Gaussian is not normalised: its weights are 1/(2πσ²)·exp(−(d − μ)²/2σ²) at distance d from the centre. The box kernel has 1/25 everywhere, the sharpening one −1 everywhere and 50 in the centre, divided by their sum, 26.</source>
        <translation>Rauschen kommt hinzu, ein Gauß-Kern von 5 × 5 nimmt das meiste samt etwas Detail weg, und ein Schärfungskern holt Kanten zurück. Dieser Gauß-Kern ist nicht normiert: seine Gewichte sind 1/(2πσ²)·exp(−(d − μ)²/2σ²) im Abstand d von der Mitte. Der Kastenkern hat überall 1/25, der Schärfungskern überall −1 und in der Mitte 50, geteilt durch ihre Summe, 26.</translation>
    </message>
    <message>
        <source>Noise is even between 0 and 1; torchvision&apos;s is normal.</source>
        <translation>Das Rauschen ist gleichverteilt zwischen 0 und 1, bei torchvision normalverteilt.</translation>
    </message>
    <message>
        <source>Noise level</source>
        <translation>Rauschstärke</translation>
    </message>
    <message>
        <source>Non-local means</source>
        <translation>Non-local Means</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>None on floats between 0 and 1; scikit-image scales integers by the range of their format, which is the same.</source>
        <translation>Keine bei Gleitkommazahlen zwischen 0 und 1; scikit-image skaliert ganze Zahlen mit dem Bereich ihres Formats, was dasselbe ist.</translation>
    </message>
    <message>
        <source>None: bit for bit scikit-image&apos;s result with eps=0, which always takes so many iterations.</source>
        <translation>Keine: Bit für Bit scikit-images Ergebnis mit eps=0, das immer so viele Iterationen nimmt.</translation>
    </message>
    <message>
        <source>None: scikit-image finds the crests square by square, on the brightness (Rec. 709).</source>
        <translation>Keine: scikit-image findet die Kämme Quadrat für Quadrat, auf der Helligkeit (Rec. 709).</translation>
    </message>
    <message>
        <source>None: whole pixels change places, alpha too.</source>
        <translation>Keine: ganze Pixel tauschen die Plätze, auch Alpha.</translation>
    </message>
    <message>
        <source>None; torchvision has no default threshold.</source>
        <translation>Keine; torchvision hat keine vorgegebene Schwelle.</translation>
    </message>
    <message>
        <source>Normalise</source>
        <translation>Normieren</translation>
    </message>
    <message>
        <source>Not clipped to [0, 1] (scikit-image clips unless preserve_range is set). Alpha is left as it is.</source>
        <translation>Nicht auf [0, 1] abgeschnitten (scikit-image schneidet ab, wenn preserve_range nicht gesetzt ist). Alpha bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Not clipped.</source>
        <translation>Nicht abgeschnitten.</translation>
    </message>
    <message>
        <source>Not clipped. The noise depends on seed, step, row, column and channel alone.</source>
        <translation>Nicht abgeschnitten. Das Rauschen hängt nur von Startwert, Schritt, Zeile, Spalte und Kanal ab.</translation>
    </message>
    <message>
        <source>NumPy and jitted JAX agree within 1e-5</source>
        <translation>NumPy und jit-kompiliertes JAX stimmen auf 1e-5 überein</translation>
    </message>
    <message>
        <source>NumPy&apos;s symmetric is reflect here, its reflect is mirror, its edge is nearest: SciPy&apos;s names.</source>
        <translation>NumPys symmetric heißt hier reflect, sein reflect mirror, sein edge nearest: die Namen von SciPy.</translation>
    </message>
    <message>
        <source>NumPy, 32 bit float</source>
        <translation>NumPy, 32 Bit Gleitkomma</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Numbers in it, and bytes as uint8</source>
        <translation>Zahlen darin, und Bytes als uint8</translation>
    </message>
    <message>
        <source>Of a picture with alpha, how opaque the border is when it is constant: auto is clear where cval is 0, else opaque.</source>
        <translation>Wie deckend bei einem Bild mit Alpha ein konstanter Rand ist: auto ist durchsichtig, wo cval 0 ist, sonst deckend.</translation>
    </message>
    <message>
        <source>Of colours around, or of a source whose light fits in, or is copied.</source>
        <translation>Aus den Farben ringsum, oder aus einer Quelle, deren Licht eingepasst oder kopiert wird.</translation>
    </message>
    <message>
        <source>Of every 8 × 8 pixels the cosine transform, each of its numbers rounded to a multiple of what the encoder&apos;s table has for it at this quality</source>
        <translation>Von je 8 × 8 Pixeln die Kosinustransformation, jede ihrer Zahlen auf ein Vielfaches dessen gerundet, was die Tabelle des Encoders bei dieser Qualität für sie hat</translation>
    </message>
    <message>
        <source>Of two functions of three variables at (3, 4, 5)</source>
        <translation>Von zwei Funktionen dreier Variablen bei (3, 4, 5)</translation>
    </message>
    <message>
        <source>Of x0² − x1² + 3 x0 x2</source>
        <translation>Von x0² − x1² + 3 x0 x2</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Versatz</translation>
    </message>
    <message>
        <source>Old postcard</source>
        <translation>Alte Postkarte</translation>
    </message>
    <message>
        <source>On noisy photos of any kind: it finds by itself how strong the noise is.</source>
        <translation>Auf verrauschten Fotos aller Art: findet von selbst, wie stark das Rauschen ist.</translation>
    </message>
    <message>
        <source>On noisy pictures of shapes rather than textures.</source>
        <translation>Auf verrauschten Bildern von Formen eher als Texturen.</translation>
    </message>
    <message>
        <source>On noisy pictures with repeating textures, where a blur would smear them.</source>
        <translation>Auf verrauschten Bildern mit wiederkehrenden Texturen, die eine Unschärfe verschmieren würde.</translation>
    </message>
    <message>
        <source>On pictures of a wide range of brightness, such as spectra.</source>
        <translation>Auf Bildern mit großem Helligkeitsumfang, wie Spektren.</translation>
    </message>
    <message>
        <source>On pictures with even grain of a known strength.</source>
        <translation>Auf Bildern mit gleichmäßigem Korn bekannter Stärke.</translation>
    </message>
    <message>
        <source>One channel</source>
        <translation>Ein Kanal</translation>
    </message>
    <message>
        <source>One curve for all channels, from 256 bins between the least and the greatest value of the image, as scikit-image has it for floats; of integers it counts each level by itself. OpenCV takes one channel only.</source>
        <translation>Eine Kurve für alle Kanäle, aus 256 Klassen zwischen kleinstem und größtem Wert des Bildes, wie scikit-image sie für Gleitkommazahlen hat; bei ganzen Zahlen zählt es jede Stufe für sich. OpenCV nimmt nur einen Kanal.</translation>
    </message>
    <message>
        <source>One filter, which may be choose_one. A number may be a range: op=[gaussian_blur sigma=0.5..3].</source>
        <translation>Ein Filter, der choose_one sein darf. Eine Zahl darf ein Bereich sein: op=[gaussian_blur sigma=0.5..3].</translation>
    </message>
    <message>
        <source>One line. The shipped fonts are DejaVu. Margins count from the outermost letters. A text of more than four million pixels in the photo is enlarged bilinearly. In a gray photo red counts. The opacity is that of the step.</source>
        <translation>Eine Zeile. Die mitgelieferten Schriften sind DejaVu. Ränder zählen von den äußersten Buchstaben. Ein Text von mehr als vier Millionen Pixeln im Foto wird bilinear vergrößert. In einem grauen Foto zählt Rot. Die Deckkraft ist die des Schritts.</translation>
    </message>
    <message>
        <source>One scale for all channels. A picture of one tone stays as it is, and so does any where low is not below high.</source>
        <translation>Ein Maßstab für alle Kanäle. Ein Bild aus einem Ton bleibt, wie es ist, ebenso jedes, wo low nicht unter high liegt.</translation>
    </message>
    <message>
        <source>One value, or noise drawn anew for each pixel and colour.</source>
        <translation>Ein Wert oder Rauschen, für jedes Pixel und jede Farbe neu gezogen.</translation>
    </message>
    <message>
        <source>One&apos;s own, which goes before the other.</source>
        <translation>Eine eigene; sie geht der anderen vor.</translation>
    </message>
    <message>
        <source>Only tiles of one size change places, so that nothing is resized.</source>
        <translation>Nur Kacheln einer Größe tauschen die Plätze, damit nichts skaliert wird.</translation>
    </message>
    <message>
        <source>Op by op, every operation reads and writes a million numbers. Jitted, all of them are one loop over the numbers: look at the optimised HLO, there is one fusion.</source>
        <translation>Einzeln ausgeführt liest und schreibt jede Operation eine Million Zahlen. Mit jit sind alle eine Schleife über die Zahlen: im optimierten HLO steht eine Fusion.</translation>
    </message>
    <message>
        <source>Op by op, every operation reads and writes a million numbers; jitted, all of them are one loop. The numbers are the same within rounding.</source>
        <translation>Einzeln ausgeführt liest und schreibt jede Operation eine Million Zahlen; mit jit sind alle eine Schleife. Die Zahlen sind bis auf Rundung dieselben.</translation>
    </message>
    <message>
        <source>Opaque</source>
        <translation>Deckend</translation>
    </message>
    <message>
        <source>OpenCV leaves out what lies beyond the edge, which comes to the same as reflect. Each channel apart. Alpha is left as it is.</source>
        <translation>OpenCV lässt weg, was jenseits des Rands liegt, was auf reflect hinausläuft. Jeder Kanal für sich. Alpha bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>OpenCV&apos;s bell ends at 3 deviations of an 8-bit picture, and its default border is mirror; scikit-image&apos;s border is nearest. A sigma of 0 leaves the picture as it is. Colours are weighed by their alpha.</source>
        <translation>OpenCVs Glocke endet bei 8-Bit-Bildern nach 3 Abweichungen, und sein Standardrand ist mirror; der von scikit-image ist nearest. Ein Sigma von 0 lässt das Bild, wie es ist. Farben werden mit ihrem Alpha gewichtet.</translation>
    </message>
    <message>
        <source>OpenEXR</source>
        <translation>OpenEXR</translation>
    </message>
    <message>
        <source>OpenEXR, 16 bit float</source>
        <translation>OpenEXR, 16 Bit Gleitkomma</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Other filters</source>
        <translation>Andere Filter</translation>
    </message>
    <message>
        <source>Otsu</source>
        <translation>Otsu</translation>
    </message>
    <message>
        <source>Own kernel</source>
        <translation>Eigener Kern</translation>
    </message>
    <message>
        <source>PNG</source>
        <translation>PNG</translation>
    </message>
    <message>
        <source>PNG, 16 bit</source>
        <translation>PNG, 16 Bit</translation>
    </message>
    <message>
        <source>PNG, 8 bit</source>
        <translation>PNG, 8 Bit</translation>
    </message>
    <message>
        <source>PPM or PGM</source>
        <translation>PPM oder PGM</translation>
    </message>
    <message>
        <source>Pad</source>
        <translation>Rand anfügen</translation>
    </message>
    <message>
        <source>Painted frame</source>
        <translation>Gemalter Rahmen</translation>
    </message>
    <message>
        <source>Paints over a rectangle of the picture, or leaves it, as the seed has it.</source>
        <translation>Übermalt ein Rechteck des Bildes oder lässt es, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Part of a full turn of the colour circle.</source>
        <translation>Teil eines vollen Farbkreises.</translation>
    </message>
    <message>
        <source>Patch size</source>
        <translation>Ausschnittgröße</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>Höchstwert</translation>
    </message>
    <message>
        <source>Pencil sketch</source>
        <translation>Bleistiftskizze</translation>
    </message>
    <message>
        <source>Pepper</source>
        <translation>Pfeffer</translation>
    </message>
    <message>
        <source>Percentile that becomes black.</source>
        <translation>Perzentil, das schwarz wird.</translation>
    </message>
    <message>
        <source>Percentile that becomes white.</source>
        <translation>Perzentil, das weiß wird.</translation>
    </message>
    <message>
        <source>Perspective</source>
        <translation>Perspektive</translation>
    </message>
    <message>
        <source>Photons that white stands for.</source>
        <translation>Photonen, für die Weiß steht.</translation>
    </message>
    <message>
        <source>Pictures and their size</source>
        <translation>Bilder und ihre Größe</translation>
    </message>
    <message>
        <source>Pillow&apos;s threshold is a level of 0 … 255: its 128 is 0.502 here.</source>
        <translation>Pillows Schwelle ist eine Stufe von 0 … 255: deren 128 ist hier 0.502.</translation>
    </message>
    <message>
        <source>Pixels added at the bottom.</source>
        <translation>Unten angefügte Pixel.</translation>
    </message>
    <message>
        <source>Pixels added at the left.</source>
        <translation>Links angefügte Pixel.</translation>
    </message>
    <message>
        <source>Pixels added at the right.</source>
        <translation>Rechts angefügte Pixel.</translation>
    </message>
    <message>
        <source>Pixels added at the top.</source>
        <translation>Oben angefügte Pixel.</translation>
    </message>
    <message>
        <source>Pixels of the screen change places whole: coarser than in the exact picture, where their parts do.</source>
        <translation>Pixel des Bildschirms tauschen ganz die Plätze: gröber als im exakten Bild, wo es ihre Teile tun.</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Plasma</source>
        <translation>Plasma</translation>
    </message>
    <message>
        <source>Plasma map</source>
        <translation>Plasmakarte</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Poisson noise</source>
        <translation>Poisson-Rauschen</translation>
    </message>
    <message>
        <source>Polar coordinates</source>
        <translation>Polarkoordinaten</translation>
    </message>
    <message>
        <source>Poles, holes and jumps</source>
        <translation>Polstellen, Lücken und Sprünge</translation>
    </message>
    <message>
        <source>Posterize</source>
        <translation>Tontrennung</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Predators and prey</source>
        <translation>Räuber und Beute</translation>
    </message>
    <message>
        <source>Prewitt edges</source>
        <translation>Prewitt-Kanten</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>Probability to swap left and right.</source>
        <translation>Wahrscheinlichkeit, links und rechts zu tauschen.</translation>
    </message>
    <message>
        <source>Probability to swap top and bottom.</source>
        <translation>Wahrscheinlichkeit, oben und unten zu tauschen.</translation>
    </message>
    <message>
        <source>Process index</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Proportions of the framed picture; even: all margins alike.</source>
        <translation>Seitenverhältnis des gerahmten Bildes; gleichmäßig: alle Ränder gleich.</translation>
    </message>
    <message>
        <source>Pulls the picture about as if it were on rubber, as the seed has it.</source>
        <translation>Zieht das Bild herum, als wäre es auf Gummi, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>Puts a frame around the picture, with a fine line in it if wanted.</source>
        <translation>Legt einen Rahmen um das Bild, auf Wunsch mit einer feinen Linie darin.</translation>
    </message>
    <message>
        <source>Puts a margin around the picture: a colour, or the picture continued.</source>
        <translation>Legt einen Rand um das Bild: eine Farbe oder das fortgesetzte Bild.</translation>
    </message>
    <message>
        <source>Puts the picture out of focus: every point becomes a disk of light.</source>
        <translation>Macht das Bild unscharf wie ein Objektiv: jeder Punkt wird zu einer Lichtscheibe.</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Qualität</translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>Quarter turns, counter-clockwise.</source>
        <translation>Vierteldrehungen, gegen den Uhrzeigersinn.</translation>
    </message>
    <message>
        <source>Radii in halves of the picture&apos;s diagonal. Bilinear.</source>
        <translation>Radien in halben Bilddiagonalen. Bilinear.</translation>
    </message>
    <message>
        <source>Radius</source>
        <translation>Radius</translation>
    </message>
    <message>
        <source>Radius of the disc.</source>
        <translation>Radius der Scheibe.</translation>
    </message>
    <message>
        <source>Radius of the disk.</source>
        <translation>Radius der Scheibe.</translation>
    </message>
    <message>
        <source>Random affine</source>
        <translation>Zufällig affin</translation>
    </message>
    <message>
        <source>Random blur</source>
        <translation>Zufällige Unschärfe</translation>
    </message>
    <message>
        <source>Random channel shuffle</source>
        <translation>Zufällig Kanäle vertauschen</translation>
    </message>
    <message>
        <source>Random crop</source>
        <translation>Zufälliger Zuschnitt</translation>
    </message>
    <message>
        <source>Random flip</source>
        <translation>Zufällig spiegeln</translation>
    </message>
    <message>
        <source>Random gamma</source>
        <translation>Zufälliges Gamma</translation>
    </message>
    <message>
        <source>Random grayscale</source>
        <translation>Zufällig in Graustufen</translation>
    </message>
    <message>
        <source>Random invert</source>
        <translation>Zufällig invertieren</translation>
    </message>
    <message>
        <source>Random keys</source>
        <translation>Zufallsschlüssel</translation>
    </message>
    <message>
        <source>Random noise</source>
        <translation>Zufälliges Rauschen</translation>
    </message>
    <message>
        <source>Random numbers: bits from a key, then a normal distribution</source>
        <translation>Zufallszahlen: Bits aus einem Schlüssel, dann eine Normalverteilung</translation>
    </message>
    <message>
        <source>Random perspective</source>
        <translation>Zufällige Perspektive</translation>
    </message>
    <message>
        <source>Random posterize</source>
        <translation>Zufällige Tontrennung</translation>
    </message>
    <message>
        <source>Random resized crop</source>
        <translation>Zufälliger Zuschnitt, skaliert</translation>
    </message>
    <message>
        <source>Random rotate</source>
        <translation>Zufällig drehen</translation>
    </message>
    <message>
        <source>Random sharpness</source>
        <translation>Zufällige Schärfe</translation>
    </message>
    <message>
        <source>Random solarize</source>
        <translation>Zufällig solarisieren</translation>
    </message>
    <message>
        <source>Random-valued impulses</source>
        <translation>Impulse von zufälligem Wert</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>Rbg</source>
        <translation>Rbg</translation>
    </message>
    <message>
        <source>Read a jaxpr</source>
        <translation>Einen Jaxpr lesen</translation>
    </message>
    <message>
        <source>Rec601</source>
        <translation>Rec601</translation>
    </message>
    <message>
        <source>Rec709</source>
        <translation>Rec709</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Red 0</source>
        <translation>Rot 0</translation>
    </message>
    <message>
        <source>Red 1</source>
        <translation>Rot 1</translation>
    </message>
    <message>
        <source>Red 2</source>
        <translation>Rot 2</translation>
    </message>
    <message>
        <source>Red eye</source>
        <translation>Rote Augen</translation>
    </message>
    <message>
        <source>Red from blue</source>
        <translation>Rot aus Blau</translation>
    </message>
    <message>
        <source>Red from green</source>
        <translation>Rot aus Grün</translation>
    </message>
    <message>
        <source>Red from red</source>
        <translation>Rot aus Rot</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Reflect</source>
        <translation>Reflektiert</translation>
    </message>
    <message>
        <source>Rematerialisation: a derivative that computes again what it does not keep</source>
        <translation>Rematerialisierung: eine Ableitung, die neu berechnet, was sie nicht aufhebt</translation>
    </message>
    <message>
        <source>Removes light specks smaller than the element and leaves the rest as it was.</source>
        <translation>Entfernt helle Flecken, die kleiner als das Element sind, und lässt den Rest, wie er war.</translation>
    </message>
    <message>
        <source>Removes noise and keeps borders: regions become flat, their borders stay sharp.</source>
        <translation>Entfernt Rauschen und behält Grenzen: Flächen werden eben, ihre Grenzen bleiben scharf.</translation>
    </message>
    <message>
        <source>Removes noise and keeps textures: every patch is averaged with those around it that look like it.</source>
        <translation>Entfernt Rauschen und behält Texturen: jeder Ausschnitt wird mit ähnlichen in seiner Umgebung gemittelt.</translation>
    </message>
    <message>
        <source>Removes noise at several scales and keeps edges: details no stronger than noise are taken away.</source>
        <translation>Entfernt Rauschen auf mehreren Skalen und behält Kanten: Details, die nicht stärker als Rauschen sind, werden weggenommen.</translation>
    </message>
    <message>
        <source>Removes specks and keeps edges: every pixel becomes the middle value of the square around it.</source>
        <translation>Entfernt Flecken und behält Kanten: jedes Pixel wird zum mittleren Wert des Quadrats um es herum.</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Ausbessern</translation>
    </message>
    <message>
        <source>Replaces single pixels that are far brighter or darker than those around; all others stay.</source>
        <translation>Ersetzt einzelne Pixel, die viel heller oder dunkler sind als die umher; alle anderen bleiben.</translation>
    </message>
    <message>
        <source>Replaces some values by others drawn at random from the whole range.</source>
        <translation>Ersetzt einige Werte durch zufällig aus dem ganzen Bereich gezogene.</translation>
    </message>
    <message>
        <source>Resampling of rows and columns, {0}</source>
        <translation>Neuabtastung der Zeilen und Spalten, {0}</translation>
    </message>
    <message>
        <source>Rescale intensity</source>
        <translation>Wertebereich strecken</translation>
    </message>
    <message>
        <source>Resize</source>
        <translation>Größe ändern</translation>
    </message>
    <message>
        <source>Rgb</source>
        <translation>Rgb</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Roberts cross</source>
        <translation>Roberts-Kreuz</translation>
    </message>
    <message>
        <source>Rotate</source>
        <translation>Drehen</translation>
    </message>
    <message>
        <source>Rotate by 90°</source>
        <translation>Um 90° drehen</translation>
    </message>
    <message>
        <source>Rotation</source>
        <translation>Drehung</translation>
    </message>
    <message>
        <source>Roughness</source>
        <translation>Rauheit</translation>
    </message>
    <message>
        <source>Rounds every value to the nearest of a few levels.</source>
        <translation>Rundet jeden Wert auf die nächste von wenigen Stufen.</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Rows 80:220, columns 190:330 of one channel</source>
        <translation>Zeilen 80:220, Spalten 190:330 eines Kanals</translation>
    </message>
    <message>
        <source>SELU: op by op and jitted</source>
        <translation>SELU: einzeln ausgeführt und mit jit</translation>
    </message>
    <message>
        <source>Salt</source>
        <translation>Salz</translation>
    </message>
    <message>
        <source>Salt and pepper</source>
        <translation>Salz und Pfeffer</translation>
    </message>
    <message>
        <source>Sans</source>
        <translation>Serifenlos</translation>
    </message>
    <message>
        <source>Sans bold</source>
        <translation>Serifenlos, fett</translation>
    </message>
    <message>
        <source>Sato ridges</source>
        <translation>Sato-Grate</translation>
    </message>
    <message>
        <source>Sato strength</source>
        <translation>Sato-Stärke</translation>
    </message>
    <message>
        <source>Saturation</source>
        <translation>Sättigung</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Maßstab</translation>
    </message>
    <message>
        <source>Scale across.</source>
        <translation>Maßstab quer.</translation>
    </message>
    <message>
        <source>Scale down the columns.</source>
        <translation>Maßstab längs der Spalten.</translation>
    </message>
    <message>
        <source>Scale x</source>
        <translation>Maßstab x</translation>
    </message>
    <message>
        <source>Scale y</source>
        <translation>Maßstab y</translation>
    </message>
    <message>
        <source>Scales, slants, turns and shifts the picture at once, about its centre.</source>
        <translation>Skaliert, schert, dreht und verschiebt das Bild auf einmal, um seine Mitte.</translation>
    </message>
    <message>
        <source>Scan: a recurrence as one loop</source>
        <translation>Scan: eine Rekursion als eine Schleife</translation>
    </message>
    <message>
        <source>Scatter</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Scharr edges</source>
        <translation>Scharr-Kanten</translation>
    </message>
    <message>
        <source>Sepia</source>
        <translation>Sepia</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Serif</source>
        <translation>Serifen</translation>
    </message>
    <message>
        <source>Serif italic</source>
        <translation>Serifen, kursiv</translation>
    </message>
    <message>
        <source>Sets every region off from those around it, most in the middle tones.</source>
        <translation>Hebt jeden Bereich von seiner Umgebung ab, am meisten in den Mitteltönen.</translation>
    </message>
    <message>
        <source>Sets which tones become black and white, and where the middle lies.</source>
        <translation>Bestimmt, welche Töne schwarz und weiß werden und wo die Mitte liegt.</translation>
    </message>
    <message>
        <source>Several inputs</source>
        <translation>Mehrere Eingaben</translation>
    </message>
    <message>
        <source>Shade</source>
        <translation>Tönung</translation>
    </message>
    <message>
        <source>Shaded polygon</source>
        <translation>Schattiertes Vieleck</translation>
    </message>
    <message>
        <source>Shadow</source>
        <translation>Schatten</translation>
    </message>
    <message>
        <source>Shadows fall below this, from the top.</source>
        <translation>Schatten fallen unterhalb davon, von oben gemessen.</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Shape of 667 rows, 500 columns, 3 colours</source>
        <translation>Form von 667 Zeilen, 500 Spalten, 3 Farben</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>Shard map: one program for each of eight devices</source>
        <translation>Shard map: ein Programm für jedes von acht Geräten</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Share of values replaced.</source>
        <translation>Anteil der ersetzten Werte.</translation>
    </message>
    <message>
        <source>Share of white among the replaced.</source>
        <translation>Anteil von Weiß unter den ersetzten.</translation>
    </message>
    <message>
        <source>Sharpen</source>
        <translation>Schärfen</translation>
    </message>
    <message>
        <source>Sharpen 3×3</source>
        <translation>Schärfen 3×3</translation>
    </message>
    <message>
        <source>Sharpen 5×5</source>
        <translation>Schärfen 5×5</translation>
    </message>
    <message>
        <source>Sharpening kernel, outside and centre</source>
        <translation>Schärfungskern, außen und Mitte</translation>
    </message>
    <message>
        <source>Sharpens the picture a little or more, or leaves it, as the seed has it.</source>
        <translation>Schärft das Bild ein wenig oder mehr oder lässt es, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Shear</source>
        <translation>Scherung</translation>
    </message>
    <message>
        <source>Shift downwards.</source>
        <translation>Verschiebung nach unten.</translation>
    </message>
    <message>
        <source>Shift to the right.</source>
        <translation>Verschiebung nach rechts.</translation>
    </message>
    <message>
        <source>Shifted source</source>
        <translation>Verschobene Quelle</translation>
    </message>
    <message>
        <source>Shifts the picture; fractions of a pixel are interpolated.</source>
        <translation>Verschiebt das Bild; Bruchteile eines Pixels werden interpoliert.</translation>
    </message>
    <message>
        <source>Shows brightness as colours.</source>
        <translation>Zeigt Helligkeit als Farben.</translation>
    </message>
    <message>
        <source>Shows detail of one range of sizes: a weak blur less a strong one.</source>
        <translation>Zeigt Details eines Größenbereichs: eine schwache Unschärfe minus eine starke.</translation>
    </message>
    <message>
        <source>Shows edges bright on black, broader and smoother than by three pixels a side: five are looked at.</source>
        <translation>Zeigt Kanten hell auf Schwarz, breiter und glatter als mit drei Pixeln je Seite: fünf werden betrachtet.</translation>
    </message>
    <message>
        <source>Shows edges bright on black, from the differences along the two diagonals of four pixels.</source>
        <translation>Zeigt Kanten hell auf Schwarz, aus den Differenzen entlang der beiden Diagonalen von vier Pixeln.</translation>
    </message>
    <message>
        <source>Shows edges bright on black, grain held back a little more than by Sobel.</source>
        <translation>Zeigt Kanten hell auf Schwarz, Korn etwas mehr zurückgehalten als bei Sobel.</translation>
    </message>
    <message>
        <source>Shows edges bright on black, slanted ones as bright as level and upright ones.</source>
        <translation>Zeigt Kanten hell auf Schwarz, schräge so hell wie waagrechte und senkrechte.</translation>
    </message>
    <message>
        <source>Shows edges bright on black: how fast brightness changes at every pixel.</source>
        <translation>Zeigt Kanten hell auf Schwarz: wie schnell sich die Helligkeit an jedem Pixel ändert.</translation>
    </message>
    <message>
        <source>Shows fine detail: how far every pixel is from its four neighbours.</source>
        <translation>Zeigt feine Details: wie weit jedes Pixel von seinen vier Nachbarn entfernt ist.</translation>
    </message>
    <message>
        <source>Shows lines and tubes bright on black, and blobs dark.</source>
        <translation>Zeigt Linien und Röhren hell auf Schwarz und Flecken dunkel.</translation>
    </message>
    <message>
        <source>Shows lines and tubes bright on black.</source>
        <translation>Zeigt Linien und Röhren hell auf Schwarz.</translation>
    </message>
    <message>
        <source>Shows outlines: the lightest neighbour less the darkest.</source>
        <translation>Zeigt Umrisse: der hellste Nachbar minus der dunkelste.</translation>
    </message>
    <message>
        <source>Shows the picture as through frosted glass: pixels trade places with their neighbours, as the seed has it.</source>
        <translation>Zeigt das Bild wie durch Milchglas: Pixel tauschen mit Nachbarn die Plätze, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Shows what JPEG compression leaves behind: blocks of 8 × 8 and ringing at edges.</source>
        <translation>Zeigt, was JPEG-Komprimierung hinterlässt: Blöcke von 8 × 8 und Ringe an Kanten.</translation>
    </message>
    <message>
        <source>Shrinks what is light: every pixel becomes the darkest one near it.</source>
        <translation>Lässt Helles schrumpfen: jedes Pixel wird zum dunkelsten in seiner Nähe.</translation>
    </message>
    <message>
        <source>Side of a patch.</source>
        <translation>Seite eines Ausschnitts.</translation>
    </message>
    <message>
        <source>Side of the element.</source>
        <translation>Seite des Elements.</translation>
    </message>
    <message>
        <source>Side of the part, in percent of the side of the picture.</source>
        <translation>Seite des Teils, in Prozent der Seite des Bildes.</translation>
    </message>
    <message>
        <source>Side of the region looked at.</source>
        <translation>Seite des betrachteten Bereichs.</translation>
    </message>
    <message>
        <source>Side of the square whose darkest colour counts.</source>
        <translation>Seite des Quadrats, dessen dunkelste Farbe zählt.</translation>
    </message>
    <message>
        <source>Side of the square.</source>
        <translation>Seite des Quadrats.</translation>
    </message>
    <message>
        <source>Side of the square; an even square reaches one pixel further up and left.</source>
        <translation>Seite des Quadrats; ein gerades reicht ein Pixel weiter nach oben und links.</translation>
    </message>
    <message>
        <source>Sigmoid contrast</source>
        <translation>Sigmoider Kontrast</translation>
    </message>
    <message>
        <source>Signed: flat is 0, so that the half of it is black. OpenCV&apos;s Laplacian has the other sign. Each channel apart. Alpha is left as it is.</source>
        <translation>Mit Vorzeichen: Ebenes ist 0, sodass die Hälfte schwarz ist. OpenCVs Laplace-Operator hat das andere Vorzeichen. Jeder Kanal für sich. Alpha bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Signed: flat is 0. scikit-image&apos;s border is nearest. Alpha is left as it is.</source>
        <translation>Mit Vorzeichen: Ebenes ist 0. scikit-images Rand ist nearest. Alpha bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Size of a grain.</source>
        <translation>Größe eines Korns.</translation>
    </message>
    <message>
        <source>Size of a region.</source>
        <translation>Größe eines Bereichs.</translation>
    </message>
    <message>
        <source>Size of the combined kernel of two 3 × 3</source>
        <translation>Größe des aus zwei 3 × 3 verknüpften Kerns</translation>
    </message>
    <message>
        <source>Size of the surroundings.</source>
        <translation>Größe der Umgebung.</translation>
    </message>
    <message>
        <source>Slants the picture, as italics slant letters.</source>
        <translation>Schert das Bild, wie Kursivschrift Buchstaben neigt.</translation>
    </message>
    <message>
        <source>Slopes and solutions</source>
        <translation>Richtungen und Lösungen</translation>
    </message>
    <message>
        <source>Slopes by reverse mode</source>
        <translation>Steigungen im Rückwärtsmodus</translation>
    </message>
    <message>
        <source>Slow compiles</source>
        <translation>Langsame Kompilierungen</translation>
    </message>
    <message>
        <source>Slow compiles: a loop and a scan</source>
        <translation>Langsame Kompilierungen: Schleife und scan</translation>
    </message>
    <message>
        <source>Smears the picture along a line, as if camera or subject had moved.</source>
        <translation>Verwischt das Bild entlang einer Linie, als hätte sich Kamera oder Motiv bewegt.</translation>
    </message>
    <message>
        <source>Smooths where nothing happens and leaves detail: the more a region varies, the less it is smoothed.</source>
        <translation>Glättet, wo nichts geschieht, und lässt Details: je mehr ein Bereich schwankt, desto weniger wird er geglättet.</translation>
    </message>
    <message>
        <source>So is the contrast.</source>
        <translation>Der Kontrast ebenso.</translation>
    </message>
    <message>
        <source>So is the saturation.</source>
        <translation>Die Sättigung ebenso.</translation>
    </message>
    <message>
        <source>So many times as strong as it is the noise is taken to be: the larger, the smoother.</source>
        <translation>So viel stärker, als es ist, wird das Rauschen angenommen: je größer, desto glatter.</translation>
    </message>
    <message>
        <source>So much darker than them may white be.</source>
        <translation>So viel dunkler als diese darf Weißes sein.</translation>
    </message>
    <message>
        <source>Sobel edges</source>
        <translation>Sobel-Kanten</translation>
    </message>
    <message>
        <source>Soft portrait</source>
        <translation>Weiches Porträt</translation>
    </message>
    <message>
        <source>Softens the picture: every pixel becomes a bell-shaped average of its neighbours.</source>
        <translation>Macht das Bild weich: jedes Pixel wird zum glockenförmig gewichteten Mittel seiner Nachbarn.</translation>
    </message>
    <message>
        <source>Softens the picture: every pixel becomes the plain average of a square around it.</source>
        <translation>Macht das Bild weich: jedes Pixel wird zum einfachen Mittel eines Quadrats um es herum.</translation>
    </message>
    <message>
        <source>Softer</source>
        <translation>Weicher</translation>
    </message>
    <message>
        <source>Softness of the disk&apos;s edge: the standard deviation of a blur in pixels.</source>
        <translation>Weichheit des Scheibenrands: die Standardabweichung einer Unschärfe in Pixeln.</translation>
    </message>
    <message>
        <source>Solarize</source>
        <translation>Solarisieren</translation>
    </message>
    <message>
        <source>Sometimes</source>
        <translation>Manchmal</translation>
    </message>
    <message>
        <source>Sort: the largest ten of a thousand, in two ways</source>
        <translation>Sortieren: die größten zehn von tausend, auf zwei Arten</translation>
    </message>
    <message>
        <source>Source x</source>
        <translation>Quelle x</translation>
    </message>
    <message>
        <source>Source y</source>
        <translation>Quelle y</translation>
    </message>
    <message>
        <source>Special functions</source>
        <translation>Spezielle Funktionen</translation>
    </message>
    <message>
        <source>Speckle</source>
        <translation>Speckle</translation>
    </message>
    <message>
        <source>Spot membrane</source>
        <translation>Fleckmembran</translation>
    </message>
    <message>
        <source>Spot removal</source>
        <translation>Flecken entfernen</translation>
    </message>
    <message>
        <source>Spot weight</source>
        <translation>Fleckgewicht</translation>
    </message>
    <message>
        <source>Spreads the tones so that every brightness is equally frequent.</source>
        <translation>Verteilt die Töne so, dass jede Helligkeit gleich häufig ist.</translation>
    </message>
    <message>
        <source>Sprinkles black specks.</source>
        <translation>Streut schwarze Flecken.</translation>
    </message>
    <message>
        <source>Sprinkles specks: some values jump to white, some to black.</source>
        <translation>Streut Flecken: einige Werte springen auf Weiß, einige auf Schwarz.</translation>
    </message>
    <message>
        <source>Sprinkles white specks.</source>
        <translation>Streut weiße Flecken.</translation>
    </message>
    <message>
        <source>Square</source>
        <translation>Quadrat</translation>
    </message>
    <message>
        <source>Standard deviation down the columns; linked to sigma by default.</source>
        <translation>Standardabweichung längs der Spalten; in der Vorgabe an Sigma gekoppelt.</translation>
    </message>
    <message>
        <source>Standard deviation in the middle tones.</source>
        <translation>Standardabweichung in den Mitteltönen.</translation>
    </message>
    <message>
        <source>Standard deviation of the bell.</source>
        <translation>Standardabweichung der Glocke.</translation>
    </message>
    <message>
        <source>Standard deviation of the blur before and after.</source>
        <translation>Standardabweichung der Unschärfe davor und danach.</translation>
    </message>
    <message>
        <source>Standard deviation of the blur.</source>
        <translation>Standardabweichung der Unschärfe.</translation>
    </message>
    <message>
        <source>Standard deviation of the noise, where noise is given.</source>
        <translation>Standardabweichung des Rauschens, wo das Rauschen gegeben ist.</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Stops more of red and fewer of blue: above 0 is warmer.</source>
        <translation>Mehr Blenden für Rot und weniger für Blau: über 0 ist wärmer.</translation>
    </message>
    <message>
        <source>Stops, powers of two.</source>
        <translation>Blenden, Potenzen von zwei.</translation>
    </message>
    <message>
        <source>Straight</source>
        <translation>Gerade</translation>
    </message>
    <message>
        <source>Straighten and clean a document</source>
        <translation>Dokument begradigen und säubern</translation>
    </message>
    <message>
        <source>Straightens what the lens has bent, joins its colours at edges, and lightens its dark corners.</source>
        <translation>Streckt gerade, was das Objektiv gebogen hat, führt seine Farben an Kanten zusammen und hellt seine dunklen Ecken auf.</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>Stärke</translation>
    </message>
    <message>
        <source>Strengthens contrast along an S-shaped curve, gently at both ends.</source>
        <translation>Verstärkt den Kontrast entlang einer S-förmigen Kurve, an beiden Enden sanft.</translation>
    </message>
    <message>
        <source>Strengthens or softens detail of all sizes at once; strong edges get no halos.</source>
        <translation>Verstärkt oder mildert Einzelheiten aller Größen zugleich; starke Kanten bekommen keine Säume.</translation>
    </message>
    <message>
        <source>Strengthens pale colours and spares those that are strong already.</source>
        <translation>Verstärkt blasse Farben und schont die schon kräftigen.</translation>
    </message>
    <message>
        <source>Stretches the tones so that the darkest becomes black and the lightest white.</source>
        <translation>Streckt die Töne, sodass der dunkelste schwarz und der hellste weiß wird.</translation>
    </message>
    <message>
        <source>Stronger ones are kept, with weaker ones that touch them.</source>
        <translation>Stärkere bleiben, mit schwächeren, die sie berühren.</translation>
    </message>
    <message>
        <source>Strongest is one</source>
        <translation>Stärkstes ist eins</translation>
    </message>
    <message>
        <source>Subsampling</source>
        <translation>Unterabtastung</translation>
    </message>
    <message>
        <source>Sum of the Laplacian, and what it makes of 0.5 everywhere</source>
        <translation>Summe des Laplace-Kerns, und was er überall aus 0.5 macht</translation>
    </message>
    <message>
        <source>Sum of the emboss kernel, and what it makes of 0.5 everywhere</source>
        <translation>Summe des Prägekerns, und was er überall aus 0.5 macht</translation>
    </message>
    <message>
        <source>Surfaces in space</source>
        <translation>Flächen im Raum</translation>
    </message>
    <message>
        <source>Swirl</source>
        <translation>Strudel</translation>
    </message>
    <message>
        <source>SymPy finds no formula of the solutions</source>
        <translation>SymPy findet keine Formel der Lösungen</translation>
    </message>
    <message>
        <source>SymPy has no formula of {0}(…)</source>
        <translation>SymPy hat keine Formel für {0}(…)</translation>
    </message>
    <message>
        <source>SymPy knows no stop(…)</source>
        <translation>SymPy kennt kein stop(…)</translation>
    </message>
    <message>
        <source>TIFF</source>
        <translation>TIFF</translation>
    </message>
    <message>
        <source>TIFF, 16 bit</source>
        <translation>TIFF, 16 Bit</translation>
    </message>
    <message>
        <source>TIFF, 16 bit float</source>
        <translation>TIFF, 16 Bit Gleitkomma</translation>
    </message>
    <message>
        <source>TIFF, 32 bit float</source>
        <translation>TIFF, 32 Bit Gleitkomma</translation>
    </message>
    <message>
        <source>TIFF, compressed</source>
        <translation>TIFF, komprimiert</translation>
    </message>
    <message>
        <source>TIFF, compressed in tiles</source>
        <translation>TIFF, komprimiert in Kacheln</translation>
    </message>
    <message>
        <source>TIFF, uncompressed</source>
        <translation>TIFF, unkomprimiert</translation>
    </message>
    <message>
        <source>Table lookup, four bytes at once</source>
        <translation>Tabelle, vier Bytes auf einmal</translation>
    </message>
    <message>
        <source>Table lookup, {0}</source>
        <translation>Tabelle, {0}</translation>
    </message>
    <message>
        <source>Tables for the lookup of four bytes at once</source>
        <translation>Tabellen für vier Bytes auf einmal</translation>
    </message>
    <message>
        <source>Takes a cast of colour off the picture, or gives it one: warmer, cooler, greener, more magenta.</source>
        <translation>Nimmt dem Bild einen Farbstich oder gibt ihm einen: wärmer, kühler, grüner, mehr Magenta.</translation>
    </message>
    <message>
        <source>Takes haze away: the farther a thing is, the more contrast and colour come back.</source>
        <translation>Nimmt Dunst weg: Je ferner etwas ist, desto mehr Kontrast und Farbe kommen zurück.</translation>
    </message>
    <message>
        <source>Takes one colour away.</source>
        <translation>Nimmt eine Farbe weg.</translation>
    </message>
    <message>
        <source>Takes the colour from purple and green fringes along edges.</source>
        <translation>Nimmt violetten und grünen Säumen an Kanten die Farbe.</translation>
    </message>
    <message>
        <source>Takes the colours away, or leaves them, as the seed has it.</source>
        <translation>Nimmt die Farben weg oder lässt sie, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Takes the red from a pupil, in a round spot; other colours in it stay.</source>
        <translation>Nimmt einer Pupille das Rot, in einem runden Fleck; andere Farben darin bleiben.</translation>
    </message>
    <message>
        <source>Tangents with respect to x₁</source>
        <translation>Tangenten nach x₁</translation>
    </message>
    <message>
        <source>Taylor mode needs a typed expression; for other functions there is jet</source>
        <translation>der Taylor-Modus braucht einen getippten Ausdruck; für andere Funktionen gibt es jet</translation>
    </message>
    <message>
        <source>Taylor polynomial of order {0}: expected 0 to {1}</source>
        <translation>Taylor-Polynom der Ordnung {0}: erwartet wird 0 bis {1}</translation>
    </message>
    <message>
        <source>Tell faces apart</source>
        <translation>Gesichter erkennen</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Ten shapes, ten compilations</source>
        <translation>Zehn Formen, zehn Kompilierungen</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Texture</source>
        <translation>Struktur</translation>
    </message>
    <message>
        <source>Texture size</source>
        <translation>Größe der Struktur</translation>
    </message>
    <message>
        <source>The .cube file.</source>
        <translation>Die .cube-Datei.</translation>
    </message>
    <message>
        <source>The CPU is made to be eight devices. Each multiplies its own rows and columns; psum becomes an all-reduce in the optimised HLO, and every shape there is that of one device.</source>
        <translation>Die CPU wird zu acht Geräten. Jedes multipliziert seine eigenen Zeilen und Spalten; psum wird im optimierten HLO ein all-reduce, und jede Form dort ist die eines Geräts.</translation>
    </message>
    <message>
        <source>The Jacobian times (1, 1, 1)</source>
        <translation>Die Jacobi-Matrix mal (1, 1, 1)</translation>
    </message>
    <message>
        <source>The amount is drawn up to this.</source>
        <translation>Die Stärke wird bis hierhin gezogen.</translation>
    </message>
    <message>
        <source>The angle is drawn between plus and minus this.</source>
        <translation>Der Winkel wird zwischen minus und plus diesem gezogen.</translation>
    </message>
    <message>
        <source>The average of so many magnified pictures and the picture itself, bilinear, about its exact middle; albumentations rounds to whole pixels.</source>
        <translation>Das Mittel aus so vielen vergrößerten Bildern und dem Bild selbst, bilinear, um dessen genaue Mitte; albumentations rundet auf ganze Pixel.</translation>
    </message>
    <message>
        <source>The bits come from a loop of threefry&apos;s rounds in the optimised HLO; the inverse error function makes normal numbers of them. Choose `coins`, which needs no more than a comparison.</source>
        <translation>Die Bits kommen im optimierten HLO aus einer Schleife über die Runden von threefry; die Umkehrung der Fehlerfunktion macht normalverteilte Zahlen daraus. Wählen Sie `coins`, das nur einen Vergleich braucht.</translation>
    </message>
    <message>
        <source>The bottom left corner moved downwards, in percent of the picture.</source>
        <translation>Verschiebung der Ecke unten links nach unten, in Prozent des Bildes.</translation>
    </message>
    <message>
        <source>The bottom left corner moved to the right, in percent of the picture.</source>
        <translation>Verschiebung der Ecke unten links nach rechts, in Prozent des Bildes.</translation>
    </message>
    <message>
        <source>The bottom right corner moved downwards, in percent of the picture.</source>
        <translation>Verschiebung der Ecke unten rechts nach unten, in Prozent des Bildes.</translation>
    </message>
    <message>
        <source>The bottom right corner moved to the right, in percent of the picture.</source>
        <translation>Verschiebung der Ecke unten rechts nach rechts, in Prozent des Bildes.</translation>
    </message>
    <message>
        <source>The compiled function of 2</source>
        <translation>Die kompilierte Funktion von 2</translation>
    </message>
    <message>
        <source>The corners are drawn one by one, so that an outline may cross itself; what it goes round twice is left, as cv2.fillPoly does. Pixels on the outline count by their centre.</source>
        <translation>Die Ecken werden einzeln gezogen, sodass ein Umriss sich selbst kreuzen kann; was er zweimal umläuft, bleibt frei, wie bei cv2.fillPoly. Pixel auf dem Umriss zählen nach ihrer Mitte.</translation>
    </message>
    <message>
        <source>The darkening has the shape of the picture: r is measured in halves of each side, so that its lines are ellipses.</source>
        <translation>Die Abdunklung hat die Form des Bildes: r wird in halben Seiten gemessen, sodass ihre Linien Ellipsen sind.</translation>
    </message>
    <message>
        <source>The derivative of (2x+7)(17x²−3x)(x²−1/x)(x³+21x)/(17x−5/x²) at 2</source>
        <translation>Die Ableitung von (2x+7)(17x²−3x)(x²−1/x)(x³+21x)/(17x−5/x²) bei 2</translation>
    </message>
    <message>
        <source>The deviation is drawn up to this.</source>
        <translation>Die Abweichung wird bis hierhin gezogen.</translation>
    </message>
    <message>
        <source>The dtype of 1.0</source>
        <translation>Der dtype von 1.0</translation>
    </message>
    <message>
        <source>The element: which neighbours count.</source>
        <translation>Das Element: welche Nachbarn zählen.</translation>
    </message>
    <message>
        <source>The encoder&apos;s quality.</source>
        <translation>Die Qualität des Encoders.</translation>
    </message>
    <message>
        <source>The exponent of blue: above 1 is darker.</source>
        <translation>Der Exponent von Blau: über 1 ist dunkler.</translation>
    </message>
    <message>
        <source>The exponent of green: above 1 is darker.</source>
        <translation>Der Exponent von Grün: über 1 ist dunkler.</translation>
    </message>
    <message>
        <source>The exponent of red: above 1 is darker.</source>
        <translation>Der Exponent von Rot: über 1 ist dunkler.</translation>
    </message>
    <message>
        <source>The exponent.</source>
        <translation>Der Exponent.</translation>
    </message>
    <message>
        <source>The file is read anew when it changes; a path that is not absolute counts from the folder the program was started in. Marks of more than 1024 pixels in the photo are enlarged bilinearly. In a gray photo the mark&apos;s red counts. The opacity is that of the step.</source>
        <translation>Die Datei wird neu gelesen, wenn sie sich ändert; ein Pfad, der nicht absolut ist, gilt ab dem Ordner, in dem das Programm gestartet wurde. Zeichen mit mehr als 1024 Pixeln im Foto werden bilinear vergrößert. In einem grauen Foto zählt das Rot des Zeichens. Die Deckkraft ist die des Schrittes.</translation>
    </message>
    <message>
        <source>The filter with its parameters.</source>
        <translation>Der Filter mit seinen Parametern.</translation>
    </message>
    <message>
        <source>The filters to draw from, each with its parameters, with | or a line break between them.</source>
        <translation>Die Filter, aus denen gezogen wird, jeder mit seinen Parametern, getrennt durch | oder Zeilenumbruch.</translation>
    </message>
    <message>
        <source>The font&apos;s size, in percent of the photo&apos;s shorter side.</source>
        <translation>Der Schriftgrad in Prozent der kürzeren Seite des Fotos.</translation>
    </message>
    <message>
        <source>The font.</source>
        <translation>Die Schrift.</translation>
    </message>
    <message>
        <source>The formula of a derivative grows with every rule that is applied; the program that computes it does not grow alike, since parts that occur twice are computed once.</source>
        <translation>Die Formel einer Ableitung wächst mit jeder angewandten Regel; das Programm, das sie berechnet, wächst nicht ebenso, da doppelt vorkommende Teile einmal berechnet werden.</translation>
    </message>
    <message>
        <source>The frame&apos;s blue.</source>
        <translation>Das Blau des Rahmens.</translation>
    </message>
    <message>
        <source>The frame&apos;s green.</source>
        <translation>Das Grün des Rahmens.</translation>
    </message>
    <message>
        <source>The frame&apos;s red.</source>
        <translation>Das Rot des Rahmens.</translation>
    </message>
    <message>
        <source>The gradient of a Gaussian blur, thinned to its crests: from high on they stay, and from low on where they touch one that stays</source>
        <translation>Der Gradient einer Gauß-Unschärfe, auf seine Kämme verdünnt: ab high bleiben sie, und ab low, wo sie einen bleibenden berühren</translation>
    </message>
    <message>
        <source>The gradient of mean((x+2)²+3) of three numbers at 1</source>
        <translation>Der Gradient von mean((x+2)²+3) dreier Zahlen bei 1</translation>
    </message>
    <message>
        <source>The gradient&apos;s length, or one direction of edges (signed).</source>
        <translation>Die Länge des Gradienten oder eine Richtung von Kanten (mit Vorzeichen).</translation>
    </message>
    <message>
        <source>The gray that flat becomes.</source>
        <translation>Das Grau, zu dem Ebenes wird.</translation>
    </message>
    <message>
        <source>The higher, the less red an eye must be.</source>
        <translation>Je höher, desto weniger rot muss ein Auge sein.</translation>
    </message>
    <message>
        <source>The inverse curve, 2^x − 1.</source>
        <translation>Die umgekehrte Kurve, 2^x − 1.</translation>
    </message>
    <message>
        <source>The jaxpr holds one scan with a body; StableHLO makes a while of it. Compare with `unrolled`, the same as a Python loop: its jaxpr has the equations of each step.</source>
        <translation>Das jaxpr enthält einen scan mit einem Rumpf; StableHLO macht ein while daraus. Vergleichen Sie mit `unrolled`, demselben als Schleife in Python: sein jaxpr hat die Gleichungen jedes Schritts.</translation>
    </message>
    <message>
        <source>The kernel has no weight above 0: the picture stays as it is.</source>
        <translation>Der Kern hat kein Gewicht über 0: Das Bild bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>The larger, the flatter.</source>
        <translation>Je größer, desto flacher.</translation>
    </message>
    <message>
        <source>The largest part of the area.</source>
        <translation>Der größte Teil der Fläche.</translation>
    </message>
    <message>
        <source>The least distance from the middle value.</source>
        <translation>Der kleinste Abstand vom mittleren Wert.</translation>
    </message>
    <message>
        <source>The least that is added.</source>
        <translation>Das Geringste, das addiert wird.</translation>
    </message>
    <message>
        <source>The less a colour is saturated, the less its lightness changes: gray stays. Gray pictures stay as they are.</source>
        <translation>Je weniger eine Farbe gesättigt ist, desto weniger ändert sich ihre Helligkeit: Grau bleibt. Graue Bilder bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>The letters&apos; blue.</source>
        <translation>Das Blau der Buchstaben.</translation>
    </message>
    <message>
        <source>The letters&apos; green.</source>
        <translation>Das Grün der Buchstaben.</translation>
    </message>
    <message>
        <source>The letters&apos; red.</source>
        <translation>Das Rot der Buchstaben.</translation>
    </message>
    <message>
        <source>The light is a black body&apos;s up to 3500 K, daylight from 5000 K on; a tint of 1 is 1/3000 off it in CIE 1960, above 0 on the green side, so that the picture becomes more magenta. 6504 K and 0 (D65) change nothing, whatever light the camera assumed. Primaries are those of sRGB. Gray pictures stay as they are. Not clipped.</source>
        <translation>Das Licht ist bis 3500 K das eines schwarzen Körpers, ab 5000 K Tageslicht; eine Tönung von 1 liegt in CIE 1960 um 1/3000 daneben, über 0 auf der grünen Seite, sodass das Bild mehr Magenta bekommt. 6504 K und 0 (D65) ändern nichts, welches Licht die Kamera auch annahm. Primärfarben sind die von sRGB. Graue Bilder bleiben, wie sie sind. Nicht beschnitten.</translation>
    </message>
    <message>
        <source>The light is multiplied by a factor between one minus and one plus this.</source>
        <translation>Das Licht wird mit einem Faktor zwischen eins minus und eins plus diesem multipliziert.</translation>
    </message>
    <message>
        <source>The limit, where method is value.</source>
        <translation>Die Schwelle, wo method value ist.</translation>
    </message>
    <message>
        <source>The line&apos;s tone: 0 is black, 1 is white.</source>
        <translation>Der Ton der Linie: 0 ist Schwarz, 1 ist Weiß.</translation>
    </message>
    <message>
        <source>The logistic map: from a fixed point to chaos as r grows</source>
        <translation>Die logistische Abbildung: vom Fixpunkt zum Chaos, wenn r wächst</translation>
    </message>
    <message>
        <source>The loss after 1,000 steps is under 0.02</source>
        <translation>Der Verlust liegt nach 1.000 Schritten unter 0.02</translation>
    </message>
    <message>
        <source>The loss left all finite numbers.</source>
        <translation>Der Verlust hat die endlichen Zahlen verlassen.</translation>
    </message>
    <message>
        <source>The map has 257 points along the longer side, and is the same for all colours; Kornia draws one for each, as fine as the picture. Kornia&apos;s contrast is that of amount 1. Not clipped.</source>
        <translation>Die Karte hat entlang der längeren Seite 257 Punkte und ist für alle Farben dieselbe; Kornia zieht für jede eine, so fein wie das Bild. Kornias Kontrast ist der von Stärke 1. Nicht abgeschnitten.</translation>
    </message>
    <message>
        <source>The mark&apos;s longer side, in percent of the photo&apos;s shorter side.</source>
        <translation>Die längere Seite des Zeichens, in Prozent der kürzeren Seite des Fotos.</translation>
    </message>
    <message>
        <source>The mark, best a PNG with alpha.</source>
        <translation>Das Zeichen, am besten ein PNG mit Alpha.</translation>
    </message>
    <message>
        <source>The mean is that of all values, Pillow&apos;s that of the gray picture, dm_pix&apos;s one for each channel. Not clipped.</source>
        <translation>Das Mittel ist das aller Werte, bei Pillow das des grauen Bildes, bei dm_pix eines je Kanal. Nicht abgeschnitten.</translation>
    </message>
    <message>
        <source>The mean of integers is rounded once; SciPy cuts off its fraction, along each axis. OpenCV&apos;s default border is mirror. Colours are weighed by their alpha.</source>
        <translation>Das Mittel ganzer Zahlen wird einmal gerundet; SciPy schneidet den Bruch ab, entlang jeder Achse. OpenCVs Standardrand ist mirror. Farben werden mit ihrem Alpha gewichtet.</translation>
    </message>
    <message>
        <source>The mean of several pixels lies on one side of the threshold, they themselves on both: the exact picture has shades where the preview has none.</source>
        <translation>Das Mittel mehrerer Pixel liegt auf einer Seite der Schwelle, sie selbst auf beiden: das exakte Bild hat Zwischentöne, wo die Vorschau keine hat.</translation>
    </message>
    <message>
        <source>The model with the cosine leaves a deviation of 10 within 1</source>
        <translation>Das Modell mit dem Kosinus lässt eine Abweichung von 10, auf 1 genau</translation>
    </message>
    <message>
        <source>The most that is added.</source>
        <translation>Das Meiste, das addiert wird.</translation>
    </message>
    <message>
        <source>The narrowest margin, in percent of the photo&apos;s shorter side.</source>
        <translation>Der schmalste Rand, in Prozent der kürzeren Seite des Fotos.</translation>
    </message>
    <message>
        <source>The nearest pixel as it is, straight between pixels, or along a cubic spline.</source>
        <translation>Das nächste Pixel, wie es ist, gerade zwischen Pixeln oder entlang eines kubischen Splines.</translation>
    </message>
    <message>
        <source>The noise is given, not estimated as the mean of all local variances; SciPy&apos;s border is zero. Colours are weighed by their alpha, which is left as it is.</source>
        <translation>Das Rauschen ist gegeben, nicht als Mittel aller lokalen Varianzen geschätzt; SciPys Rand ist null. Farben werden mit ihrem Alpha gewichtet, das bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>The noise is smoothed by a cubic B-spline of deviation sigma instead of a Gaussian. alpha is the deviation of the pull; albumentations&apos; shrinks with sigma. Bilinear.</source>
        <translation>Das Rauschen wird durch einen kubischen B-Spline der Abweichung sigma geglättet statt durch eine Gauß-Kurve. alpha ist die Abweichung des Ziehens; bei albumentations schrumpft es mit sigma. Bilinear.</translation>
    </message>
    <message>
        <source>The number of bits is drawn too; torchvision&apos;s is given.</source>
        <translation>Die Zahl der Bits wird auch gezogen, bei torchvision ist sie gegeben.</translation>
    </message>
    <message>
        <source>The number of shadows is drawn up to this.</source>
        <translation>Die Zahl der Schatten wird bis hierhin gezogen.</translation>
    </message>
    <message>
        <source>The one taken away; gray counts as red.</source>
        <translation>Die weggenommene; Grau zählt als Rot.</translation>
    </message>
    <message>
        <source>The own kernel, row by row; weights below 0 count as 0.</source>
        <translation>Der eigene Kern, Zeile für Zeile; Gewichte unter 0 zählen als 0.</translation>
    </message>
    <message>
        <source>The paper divides by the largest value of the picture plus amount; here white stands for it, so that a dark picture is treated as any other. Its severities 1 to 5 are amounts of 1.5 to 3. albumentations paints discs of fog one over the other instead, and blurs them.</source>
        <translation>Die Arbeit teilt durch den größten Wert des Bildes plus Stärke; hier steht Weiß dafür, sodass ein dunkles Bild wie jedes andere behandelt wird. Ihre Stufen 1 bis 5 sind Stärken von 1.5 bis 3. albumentations malt stattdessen Scheiben aus Nebel übereinander und macht sie unscharf.</translation>
    </message>
    <message>
        <source>The photo whose tones and colours are taken.</source>
        <translation>Das Foto, dessen Töne und Farben genommen werden.</translation>
    </message>
    <message>
        <source>The picture keeps its size (scikit-image makes one of 360 rows). Bilinear.</source>
        <translation>Das Bild behält seine Größe (scikit-image macht eines mit 360 Zeilen). Bilinear.</translation>
    </message>
    <message>
        <source>The picture keeps three equal channels.</source>
        <translation>Das Bild behält drei gleiche Kanäle.</translation>
    </message>
    <message>
        <source>The picture keeps three equal channels. Gray stays as light as it was. Not clipped.</source>
        <translation>Das Bild behält drei gleiche Kanäle. Grau bleibt so hell, wie es war. Nicht beschnitten.</translation>
    </message>
    <message>
        <source>The points the curve goes through, from dark to light: [tone, new tone].</source>
        <translation>Die Punkte, durch die die Kurve geht, von dunkel nach hell: [Ton, neuer Ton].</translation>
    </message>
    <message>
        <source>The race</source>
        <translation>Der Wettlauf</translation>
    </message>
    <message>
        <source>The ratio is relative to the shape of the picture, torchvision&apos;s is absolute; and where no draw fits, torchvision takes the middle.</source>
        <translation>Das Verhältnis gilt relativ zur Form des Bildes, bei torchvision absolut; und wo keine Ziehung passt, nimmt torchvision die Mitte.</translation>
    </message>
    <message>
        <source>The reference is a PNG, JPEG, TIFF, WebP, BMP or GIF, read anew when it changes; a path that is not absolute counts from the folder the program was started in. Without one the picture stays. Values of a float picture are told apart in 65,536 steps.</source>
        <translation>Die Referenz ist ein PNG, JPEG, TIFF, WebP, BMP oder GIF, neu gelesen, wenn sie sich ändert; ein nicht absoluter Pfad zählt ab dem Ordner, in dem das Programm gestartet wurde. Ohne sie bleibt das Bild. Werte eines Gleitkommabildes werden in 65.536 Stufen unterschieden.</translation>
    </message>
    <message>
        <source>The reverse: rows become circles.</source>
        <translation>Das Umgekehrte: Zeilen werden zu Kreisen.</translation>
    </message>
    <message>
        <source>The same for blue alone.</source>
        <translation>Dasselbe nur für Blau.</translation>
    </message>
    <message>
        <source>The same for green alone.</source>
        <translation>Dasselbe nur für Grün.</translation>
    </message>
    <message>
        <source>The same for red alone.</source>
        <translation>Dasselbe nur für Rot.</translation>
    </message>
    <message>
        <source>The same function in float16, bfloat16 and float32, with its error in ulps</source>
        <translation>Dieselbe Funktion in float16, bfloat16 und float32, mit ihrem Fehler in ulp</translation>
    </message>
    <message>
        <source>The same key gives the same numbers</source>
        <translation>Derselbe Schlüssel gibt dieselben Zahlen</translation>
    </message>
    <message>
        <source>The same key gives the same numbers; split gives new ones</source>
        <translation>Derselbe Schlüssel gibt dieselben Zahlen; split gibt neue</translation>
    </message>
    <message>
        <source>The same, felt more at the corners.</source>
        <translation>Dasselbe, stärker an den Ecken zu spüren.</translation>
    </message>
    <message>
        <source>The scale is drawn between one over this and this.</source>
        <translation>Der Maßstab wird zwischen dem Kehrwert davon und diesem gezogen.</translation>
    </message>
    <message>
        <source>The second has {0}</source>
        <translation>Das zweite hat {0}</translation>
    </message>
    <message>
        <source>The shape of the details: haar keeps steps sharp, db2 is smoother.</source>
        <translation>Die Form der Details: haar hält Stufen scharf, db2 ist glatter.</translation>
    </message>
    <message>
        <source>The shift is drawn up to this, in percent of each side.</source>
        <translation>Die Verschiebung wird bis hierhin gezogen, in Prozent jeder Seite.</translation>
    </message>
    <message>
        <source>The slant is drawn between plus and minus this.</source>
        <translation>Die Scherung wird zwischen minus und plus dieser gezogen.</translation>
    </message>
    <message>
        <source>The slope of relu at −2 and 2</source>
        <translation>Die Steigung von relu bei −2 und 2</translation>
    </message>
    <message>
        <source>The smallest part of the area.</source>
        <translation>Der kleinste Teil der Fläche.</translation>
    </message>
    <message>
        <source>The strength is drawn up to this.</source>
        <translation>Die Stärke wird bis hierhin gezogen.</translation>
    </message>
    <message>
        <source>The tone that becomes black.</source>
        <translation>Der Ton, der schwarz wird.</translation>
    </message>
    <message>
        <source>The tone that becomes one half.</source>
        <translation>Der Ton, der zur Hälfte wird.</translation>
    </message>
    <message>
        <source>The tone that becomes white.</source>
        <translation>Der Ton, der weiß wird.</translation>
    </message>
    <message>
        <source>The tone that stays: the picture&apos;s mean, or 0.5.</source>
        <translation>Der Ton, der bleibt: das Mittel des Bildes oder 0.5.</translation>
    </message>
    <message>
        <source>The top left corner moved downwards, in percent of the picture.</source>
        <translation>Verschiebung der Ecke oben links nach unten, in Prozent des Bildes.</translation>
    </message>
    <message>
        <source>The top left corner moved to the right, in percent of the picture.</source>
        <translation>Verschiebung der Ecke oben links nach rechts, in Prozent des Bildes.</translation>
    </message>
    <message>
        <source>The top right corner moved downwards, in percent of the picture.</source>
        <translation>Verschiebung der Ecke oben rechts nach unten, in Prozent des Bildes.</translation>
    </message>
    <message>
        <source>The top right corner moved to the right, in percent of the picture.</source>
        <translation>Verschiebung der Ecke oben rechts nach rechts, in Prozent des Bildes.</translation>
    </message>
    <message>
        <source>The trace</source>
        <translation>Der Rechenweg</translation>
    </message>
    <message>
        <source>The value beyond the edge when border is constant; with alpha see border_alpha.</source>
        <translation>Der Wert jenseits der Kante, wenn der Rand konstant ist; bei Alpha siehe border_alpha.</translation>
    </message>
    <message>
        <source>The variance is drawn evenly; albumentations draws the deviation, of much stronger noise by default, and cuts off below 0 and above 1.</source>
        <translation>Die Varianz wird gleichverteilt gezogen; albumentations zieht die Abweichung, in der Vorgabe viel stärkeren Rauschens, und schneidet unter 0 und über 1 ab.</translation>
    </message>
    <message>
        <source>The variance is drawn up to this.</source>
        <translation>Die Varianz wird bis hierhin gezogen.</translation>
    </message>
    <message>
        <source>The weights sum to 0: they cannot be divided by their sum and are taken as they are.</source>
        <translation>Die Gewichte ergeben zusammen 0: Sie lassen sich nicht durch ihre Summe teilen und gelten, wie sie sind.</translation>
    </message>
    <message>
        <source>The weights, row by row.</source>
        <translation>Die Gewichte, Zeile für Zeile.</translation>
    </message>
    <message>
        <source>Thermal camera</source>
        <translation>Wärmebildkamera</translation>
    </message>
    <message>
        <source>Thick</source>
        <translation>Dick</translation>
    </message>
    <message>
        <source>Thin</source>
        <translation>Dünn</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>Schwelle</translation>
    </message>
    <message>
        <source>TikZ holds curves and points here; areas, heatmaps and arrows go into a PDF</source>
        <translation>TikZ fasst hier Kurven und Punkte; Flächen, Heatmaps und Pfeile gehören in ein PDF</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Kacheln</translation>
    </message>
    <message>
        <source>Tiles from left to right.</source>
        <translation>Kacheln von links nach rechts.</translation>
    </message>
    <message>
        <source>Tiles from top to bottom.</source>
        <translation>Kacheln von oben nach unten.</translation>
    </message>
    <message>
        <source>Tint</source>
        <translation>Tönung</translation>
    </message>
    <message>
        <source>Tints shadows with one colour and highlights with another.</source>
        <translation>Tönt Schatten mit einer Farbe und Lichter mit einer anderen.</translation>
    </message>
    <message>
        <source>To align two pictures, or to vary training pictures; with the border wrap it rolls.</source>
        <translation>Um zwei Bilder auszurichten oder Trainingsbilder zu variieren; mit dem Rand wrap läuft es um.</translation>
    </message>
    <message>
        <source>To augment training pictures taken from above.</source>
        <translation>Um Trainingsbilder zu erweitern, die von oben aufgenommen sind.</translation>
    </message>
    <message>
        <source>To be turned by hand</source>
        <translation>Mit der Hand zu drehen</translation>
    </message>
    <message>
        <source>To bring a picture into the place of another; one interpolation instead of four.</source>
        <translation>Um ein Bild an die Stelle eines anderen zu bringen; eine Interpolation statt vier.</translation>
    </message>
    <message>
        <source>To change the mood of a picture, or to vary the colours of training pictures.</source>
        <translation>Um die Stimmung eines Bildes zu ändern oder die Farben von Trainingsbildern zu variieren.</translation>
    </message>
    <message>
        <source>To choose a quality, or to train on pictures as they come from the web.</source>
        <translation>Um eine Qualität zu wählen oder mit Bildern zu trainieren, wie sie aus dem Web kommen.</translation>
    </message>
    <message>
        <source>To choose the part of a picture that matters.</source>
        <translation>Um den Teil eines Bildes zu wählen, auf den es ankommt.</translation>
    </message>
    <message>
        <source>To clean a mask, or to take small lights out of a picture.</source>
        <translation>Um eine Maske zu säubern oder kleine Lichter aus einem Bild zu nehmen.</translation>
    </message>
    <message>
        <source>To close dark gaps, or to thicken thin lines.</source>
        <translation>Um dunkle Lücken zu schließen oder dünne Linien zu verdicken.</translation>
    </message>
    <message>
        <source>To correct a picture that is too dark or too light; black stays black.</source>
        <translation>Um ein zu dunkles oder zu helles Bild zu korrigieren; Schwarz bleibt schwarz.</translation>
    </message>
    <message>
        <source>To draw the eye to the middle, or to mend a lens that darkens the corners.</source>
        <translation>Um den Blick zur Mitte zu ziehen oder ein Objektiv auszugleichen, das die Ecken abdunkelt.</translation>
    </message>
    <message>
        <source>To encoded values</source>
        <translation>In codierte Werte</translation>
    </message>
    <message>
        <source>To enliven a flat picture, or to soften a harsh one.</source>
        <translation>Um ein flaues Bild zu beleben oder ein hartes weicher zu machen.</translation>
    </message>
    <message>
        <source>To even out a ground that is not evenly lit, or to find small lights.</source>
        <translation>Um einen ungleich beleuchteten Grund auszugleichen oder kleine Lichter zu finden.</translation>
    </message>
    <message>
        <source>To fill holes and cracks.</source>
        <translation>Um Löcher und Risse zu füllen.</translation>
    </message>
    <message>
        <source>To find cracks, hairs and writing on an uneven ground.</source>
        <translation>Um Risse, Haare und Schrift auf unebenem Grund zu finden.</translation>
    </message>
    <message>
        <source>To find edges and blobs of a known size in a noisy picture.</source>
        <translation>Um Kanten und Flecken bekannter Größe in einem verrauschten Bild zu finden.</translation>
    </message>
    <message>
        <source>To find lines of any contrast, faint ones too.</source>
        <translation>Um Linien jedes Kontrasts zu finden, auch schwache.</translation>
    </message>
    <message>
        <source>To find outlines to measure or to trace.</source>
        <translation>Um Umrisse zum Messen oder Nachzeichnen zu finden.</translation>
    </message>
    <message>
        <source>To find vessels, cracks and fibres.</source>
        <translation>Um Gefäße, Risse und Fasern zu finden.</translation>
    </message>
    <message>
        <source>To hide or to show the bent edges.</source>
        <translation>Um die gebogenen Ränder zu verbergen oder zu zeigen.</translation>
    </message>
    <message>
        <source>To hide what is written or who is seen, or to vary training pictures.</source>
        <translation>Um zu verbergen, was geschrieben oder wer zu sehen ist, oder um Trainingsbilder zu variieren.</translation>
    </message>
    <message>
        <source>To imitate a lens that is out of focus, or for backgrounds with round lights.</source>
        <translation>Um ein unscharf gestelltes Objektiv nachzuahmen oder für Hintergründe mit runden Lichtern.</translation>
    </message>
    <message>
        <source>To imitate a picture taken in little light, a telescope or a microscope.</source>
        <translation>Um ein Bild bei wenig Licht, aus Teleskop oder Mikroskop nachzuahmen.</translation>
    </message>
    <message>
        <source>To imitate dead pixels of a sensor, or to test a filter.</source>
        <translation>Um tote Pixel eines Sensors nachzuahmen oder einen Filter zu prüfen.</translation>
    </message>
    <message>
        <source>To imitate errors of transmission: harder for a median filter than salt and pepper.</source>
        <translation>Um Übertragungsfehler nachzuahmen: schwerer für einen Medianfilter als Salz und Pfeffer.</translation>
    </message>
    <message>
        <source>To imitate hot pixels of a sensor, or to test a filter.</source>
        <translation>Um heiße Pixel eines Sensors nachzuahmen oder einen Filter zu prüfen.</translation>
    </message>
    <message>
        <source>To imitate radar, ultrasound and laser light.</source>
        <translation>Um Radar, Ultraschall und Laserlicht nachzuahmen.</translation>
    </message>
    <message>
        <source>To judge detail, or to even out a picture before finding edges.</source>
        <translation>Um Details zu beurteilen oder ein Bild vor der Kantensuche auszugleichen.</translation>
    </message>
    <message>
        <source>To judge sharpness, or to add it to the picture.</source>
        <translation>Um Schärfe zu beurteilen oder sie dem Bild hinzuzufügen.</translation>
    </message>
    <message>
        <source>To lead the eye to the middle, or to show speed.</source>
        <translation>Um den Blick zur Mitte zu führen oder Geschwindigkeit zu zeigen.</translation>
    </message>
    <message>
        <source>To lift shadows, hold highlights, add contrast in the middle: any change of tone there is.</source>
        <translation>Um Schatten zu heben, Lichter zu halten, in der Mitte Kontrast zu geben: jede denkbare Tonänderung.</translation>
    </message>
    <message>
        <source>To linear light</source>
        <translation>In lineares Licht</translation>
    </message>
    <message>
        <source>To make a series look alike, or to borrow the light of another picture.</source>
        <translation>Um eine Serie einander anzugleichen oder das Licht eines anderen Bildes zu übernehmen.</translation>
    </message>
    <message>
        <source>To mend a picture taken in a mirror, or to augment training pictures whose sides mean the same.</source>
        <translation>Um ein im Spiegel aufgenommenes Bild zu richten oder Trainingsbilder zu erweitern, deren Seiten dasselbe bedeuten.</translation>
    </message>
    <message>
        <source>To outline shapes with lines of one width.</source>
        <translation>Um Formen mit Linien einer Breite zu umreißen.</translation>
    </message>
    <message>
        <source>To read a picture whose channels were stored in another order, or to vary training pictures.</source>
        <translation>Um ein Bild mit anders gespeicherter Kanalreihenfolge zu lesen oder Trainingsbilder zu variieren.</translation>
    </message>
    <message>
        <source>To read round scales and dials, or for a little planet.</source>
        <translation>Um runde Skalen und Zifferblätter zu lesen oder für einen kleinen Planeten.</translation>
    </message>
    <message>
        <source>To remove fine noise or detail, or as the first half of an unsharp mask.</source>
        <translation>Um feines Rauschen oder Detail zu entfernen oder als erste Hälfte einer Unscharfmaske.</translation>
    </message>
    <message>
        <source>To remove light specks, or to part shapes that touch.</source>
        <translation>Um helle Flecken zu entfernen oder Formen zu trennen, die sich berühren.</translation>
    </message>
    <message>
        <source>To repeat a grade of another program, or to hand one on.</source>
        <translation>Um eine Farbkorrektur eines anderen Programms zu wiederholen oder weiterzugeben.</translation>
    </message>
    <message>
        <source>To see into a flat, foggy or underexposed picture.</source>
        <translation>Um in ein flaues, nebliges oder unterbelichtetes Bild zu sehen.</translation>
    </message>
    <message>
        <source>To see outlines, or as a first step of edge detection.</source>
        <translation>Um Umrisse zu sehen oder als erster Schritt der Kantenerkennung.</translation>
    </message>
    <message>
        <source>To see small differences of brightness, or measured values.</source>
        <translation>Um kleine Helligkeitsunterschiede oder Messwerte zu sehen.</translation>
    </message>
    <message>
        <source>To see what a channel holds, or to vary training pictures.</source>
        <translation>Um zu sehen, was ein Kanal enthält, oder um Trainingsbilder zu variieren.</translation>
    </message>
    <message>
        <source>To see what a converter of few bits does; uniform noise before it dithers.</source>
        <translation>Um zu sehen, was ein Wandler mit wenigen Bits tut; gleichverteiltes Rauschen davor wirkt als Dithering.</translation>
    </message>
    <message>
        <source>To show speed, or to teach a model about shaken pictures.</source>
        <translation>Um Geschwindigkeit zu zeigen oder ein Modell an verwackelte Bilder zu gewöhnen.</translation>
    </message>
    <message>
        <source>To sign photos before they are shown; in a batch the mark is as large in every photo.</source>
        <translation>Um Fotos zu zeichnen, bevor sie gezeigt werden; in einem Stapel ist das Zeichen in jedem Foto gleich groß.</translation>
    </message>
    <message>
        <source>To sign photos before they are shown; in a batch the text is as large in every photo.</source>
        <translation>Um Fotos zu signieren, bevor sie gezeigt werden; im Stapel ist der Text in jedem Foto gleich groß.</translation>
    </message>
    <message>
        <source>To smooth noise or to split a picture into shapes and detail, without halos.</source>
        <translation>Um Rauschen zu glätten oder ein Bild ohne Höfe in Formen und Details zu teilen.</translation>
    </message>
    <message>
        <source>To smooth skin, skies and noise without softening outlines.</source>
        <translation>Um Haut, Himmel und Rauschen zu glätten, ohne Umrisse aufzuweichen.</translation>
    </message>
    <message>
        <source>To straighten a document or a facade, or to vary training pictures.</source>
        <translation>Um ein Dokument oder eine Fassade zu begradigen oder Trainingsbilder zu variieren.</translation>
    </message>
    <message>
        <source>To straighten a horizon, or to augment training pictures.</source>
        <translation>Um einen Horizont zu begradigen oder Trainingsbilder zu erweitern.</translation>
    </message>
    <message>
        <source>To straighten slanted writing, or to vary training pictures.</source>
        <translation>Um schräge Schrift zu begradigen oder Trainingsbilder zu variieren.</translation>
    </message>
    <message>
        <source>To straighten what a wide lens has bent, or to bend it.</source>
        <translation>Um zu begradigen, was ein Weitwinkel gebogen hat, oder es zu biegen.</translation>
    </message>
    <message>
        <source>To take a cast out of shadows or lights, or to change contrast and leave colours as they are.</source>
        <translation>Um Schatten oder Lichtern einen Stich zu nehmen oder den Kontrast zu ändern und die Farben zu lassen.</translation>
    </message>
    <message>
        <source>To tell objects from their ground, or ink from paper.</source>
        <translation>Um Gegenstände vom Grund oder Tinte vom Papier zu trennen.</translation>
    </message>
    <message>
        <source>To test a denoiser, or to augment training pictures.</source>
        <translation>Um einen Rauschfilter zu prüfen oder Trainingsbilder zu erweitern.</translation>
    </message>
    <message>
        <source>To test a median filter, or to augment training pictures.</source>
        <translation>Um einen Medianfilter zu prüfen oder Trainingsbilder zu erweitern.</translation>
    </message>
    <message>
        <source>To train a classifier as the large ones are: on parts of any size, all brought to one.</source>
        <translation>Um einen Klassifikator wie die großen zu trainieren: auf Teilen jeder Größe, alle auf eine gebracht.</translation>
    </message>
    <message>
        <source>To train a model on drawings and scans that may be dark on light or light on dark.</source>
        <translation>Um ein Modell auf Zeichnungen und Scans zu trainieren, die dunkel auf hell oder hell auf dunkel sein können.</translation>
    </message>
    <message>
        <source>To train a model on objects that may lie anywhere, at any size and a little askew.</source>
        <translation>Um ein Modell auf Gegenstände zu trainieren, die irgendwo, in jeder Größe und etwas schief liegen können.</translation>
    </message>
    <message>
        <source>To train a model on parts of a picture, so that it does not learn where things lie.</source>
        <translation>Um ein Modell auf Bildteilen zu trainieren, damit es nicht lernt, wo Dinge liegen.</translation>
    </message>
    <message>
        <source>To train a model on pictures taken without a level, or from above.</source>
        <translation>Um ein Modell auf Bildern zu trainieren, die ohne Wasserwaage oder von oben aufgenommen sind.</translation>
    </message>
    <message>
        <source>To train a model on signs, pages and facades that are seen askew.</source>
        <translation>Um ein Modell auf Schilder, Seiten und Fassaden zu trainieren, die schräg zu sehen sind.</translation>
    </message>
    <message>
        <source>To train a model on texture rather than on the whole, or on putting a picture together.</source>
        <translation>Um ein Modell auf Textur statt auf das Ganze zu trainieren oder darauf, ein Bild zusammenzusetzen.</translation>
    </message>
    <message>
        <source>To train a model that must cope with high sensitivities and little light.</source>
        <translation>Um ein Modell zu trainieren, das mit hohen Empfindlichkeiten und wenig Licht zurechtkommen muss.</translation>
    </message>
    <message>
        <source>To train a model that must not mind few tones, as of old screens and strong compression.</source>
        <translation>Um ein Modell zu trainieren, dem wenige Töne nichts ausmachen, wie bei alten Schirmen und starker Komprimierung.</translation>
    </message>
    <message>
        <source>To train a model that must not mind how much a camera sharpens by itself.</source>
        <translation>Um ein Modell zu trainieren, dem es nichts ausmacht, wie sehr eine Kamera selbst schärft.</translation>
    </message>
    <message>
        <source>To train a model that must not mind over- and underexposed midtones.</source>
        <translation>Um ein Modell zu trainieren, dem über- und unterbelichtete Mitteltöne nichts ausmachen.</translation>
    </message>
    <message>
        <source>To train a model that must not mind pictures out of focus.</source>
        <translation>Um ein Modell zu trainieren, dem unscharfe Bilder nichts ausmachen.</translation>
    </message>
    <message>
        <source>To train a model that must not mind shadows, on the road for one.</source>
        <translation>Um ein Modell zu trainieren, dem Schatten nichts ausmachen, etwa auf der Straße.</translation>
    </message>
    <message>
        <source>To train a model that must not mind the camera, its white balance or the hour of the day.</source>
        <translation>Um ein Modell zu trainieren, dem Kamera, Weißabgleich und Tageszeit nichts ausmachen.</translation>
    </message>
    <message>
        <source>To train a model that must not mind uneven light, under a microscope for one.</source>
        <translation>Um ein Modell zu trainieren, dem ungleiches Licht nichts ausmacht, etwa unter dem Mikroskop.</translation>
    </message>
    <message>
        <source>To train a model that must not rely on what colour things usually have.</source>
        <translation>Um ein Modell zu trainieren, das sich nicht auf die übliche Farbe der Dinge verlassen darf.</translation>
    </message>
    <message>
        <source>To train a model that must recognise what is partly hidden.</source>
        <translation>Um ein Modell zu trainieren, das teilweise Verdecktes erkennen muss.</translation>
    </message>
    <message>
        <source>To train a model that must tell things by their shape, not by their colour.</source>
        <translation>Um ein Modell zu trainieren, das Dinge an der Form erkennen muss, nicht an der Farbe.</translation>
    </message>
    <message>
        <source>To train or test a model that must see in bad weather.</source>
        <translation>Um ein Modell zu trainieren oder zu prüfen, das bei schlechtem Wetter sehen muss.</translation>
    </message>
    <message>
        <source>To try any linear filter: sharpen, emboss, find edges, or a kernel from a textbook.</source>
        <translation>Um jeden linearen Filter zu versuchen: schärfen, prägen, Kanten finden oder ein Kern aus einem Lehrbuch.</translation>
    </message>
    <message>
        <source>To use the whole range from black to white, or to fade a picture.</source>
        <translation>Um den ganzen Bereich von Schwarz bis Weiß zu nutzen oder ein Bild verblassen zu lassen.</translation>
    </message>
    <message>
        <source>To use the whole range, or to save lights and shadows from clipping.</source>
        <translation>Um den ganzen Umfang zu nutzen oder Lichter und Schatten vor dem Beschneiden zu bewahren.</translation>
    </message>
    <message>
        <source>To use the whole range; percentiles leave out a few stray pixels.</source>
        <translation>Um den ganzen Bereich zu nutzen; Perzentile lassen einige Ausreißer weg.</translation>
    </message>
    <message>
        <source>To vary training pictures in a way that most of them should be spared.</source>
        <translation>Um Trainingsbilder auf eine Weise zu variieren, die den meisten erspart bleiben soll.</translation>
    </message>
    <message>
        <source>To vary training pictures in ways that should not come together.</source>
        <translation>Um Trainingsbilder auf Weisen zu variieren, die nicht zusammen vorkommen sollen.</translation>
    </message>
    <message>
        <source>To vary training pictures of writing and tissue.</source>
        <translation>Um Trainingsbilder von Schrift und Gewebe zu variieren.</translation>
    </message>
    <message>
        <source>To vary training pictures whose left and right, or top and bottom, mean the same.</source>
        <translation>Um Trainingsbilder zu variieren, deren links und rechts oder oben und unten dasselbe bedeuten.</translation>
    </message>
    <message>
        <source>Tone</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>Tones from here on are turned over.</source>
        <translation>Töne ab hier werden umgekehrt.</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>Top left</source>
        <translation>Oben links</translation>
    </message>
    <message>
        <source>Top left x</source>
        <translation>Oben links x</translation>
    </message>
    <message>
        <source>Top left y</source>
        <translation>Oben links y</translation>
    </message>
    <message>
        <source>Top middle</source>
        <translation>Oben Mitte</translation>
    </message>
    <message>
        <source>Top right</source>
        <translation>Oben rechts</translation>
    </message>
    <message>
        <source>Top right x</source>
        <translation>Oben rechts x</translation>
    </message>
    <message>
        <source>Top right y</source>
        <translation>Oben rechts y</translation>
    </message>
    <message>
        <source>Total variation</source>
        <translation>Totalvariation</translation>
    </message>
    <message>
        <source>Traces of ten lengths, and after calling all of them again</source>
        <translation>Aufzeichnungen von zehn Längen, und nachdem alle noch einmal aufgerufen wurden</translation>
    </message>
    <message>
        <source>Tracing and purity</source>
        <translation>Tracing und Reinheit</translation>
    </message>
    <message>
        <source>Tracing happens once</source>
        <translation>Aufgezeichnet wird einmal</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Transposition</source>
        <translation>Transposition</translation>
    </message>
    <message>
        <source>Turns colours into grays, each hue as light or dark as you choose.</source>
        <translation>Macht aus Farben Grautöne, jeden Farbton so hell oder dunkel, wie Sie wollen.</translation>
    </message>
    <message>
        <source>Turns the hue of aqua.</source>
        <translation>Dreht den Farbton von Aqua.</translation>
    </message>
    <message>
        <source>Turns the hue of blue.</source>
        <translation>Dreht den Farbton von Blau.</translation>
    </message>
    <message>
        <source>Turns the hue of green.</source>
        <translation>Dreht den Farbton von Grün.</translation>
    </message>
    <message>
        <source>Turns the hue of magenta.</source>
        <translation>Dreht den Farbton von Magenta.</translation>
    </message>
    <message>
        <source>Turns the hue of orange.</source>
        <translation>Dreht den Farbton von Orange.</translation>
    </message>
    <message>
        <source>Turns the hue of purple.</source>
        <translation>Dreht den Farbton von Violett.</translation>
    </message>
    <message>
        <source>Turns the hue of red.</source>
        <translation>Dreht den Farbton von Rot.</translation>
    </message>
    <message>
        <source>Turns the hue of yellow.</source>
        <translation>Dreht den Farbton von Gelb.</translation>
    </message>
    <message>
        <source>Turns, strengthens and lightens each of eight ranges of hue by itself.</source>
        <translation>Dreht, verstärkt und erhellt jeden von acht Farbtonbereichen für sich.</translation>
    </message>
    <message>
        <source>Twice the light that becomes white.</source>
        <translation>Das Doppelte des Lichts, das weiß wird.</translation>
    </message>
    <message>
        <source>Two equations for x and y: paths in the phase plane</source>
        <translation>Zwei Gleichungen für x und y: Bahnen in der Phasenebene</translation>
    </message>
    <message>
        <source>Two low-pass filters: beyond the corner they fall by one and by two powers of ten a decade</source>
        <translation>Zwei Tiefpässe: jenseits der Grenzfrequenz fallen sie um eine und um zwei Zehnerpotenzen je Dekade</translation>
    </message>
    <message>
        <source>Type a text</source>
        <translation>Text eingeben</translation>
    </message>
    <message>
        <source>Type a text: without one the photo stays as it is.</source>
        <translation>Text eingeben: Ohne einen bleibt das Foto, wie es ist.</translation>
    </message>
    <message>
        <source>Unbent</source>
        <translation>Entzerrt</translation>
    </message>
    <message>
        <source>Undoes a known blur: of a lens out of focus, a shaken camera, or a kernel of your own.</source>
        <translation>Macht eine bekannte Unschärfe rückgängig: eines unscharfen Objektivs, einer verwackelten Kamera oder eines eigenen Kerns.</translation>
    </message>
    <message>
        <source>Vertical radius</source>
        <translation>Senkrechter Radius</translation>
    </message>
    <message>
        <source>Vignetting 1</source>
        <translation>Vignettierung 1</translation>
    </message>
    <message>
        <source>Vignetting 2</source>
        <translation>Vignettierung 2</translation>
    </message>
    <message>
        <source>Vignetting 3</source>
        <translation>Vignettierung 3</translation>
    </message>
    <message>
        <source>Walks down a curve from a chosen start, step by step</source>
        <translation>Geht eine Kurve von einem gewählten Start Schritt für Schritt hinab</translation>
    </message>
    <message>
        <source>Warp: interpolation, {0}</source>
        <translation>Verzerrung: Interpolation, {0}</translation>
    </message>
    <message>
        <source>Warp: nearest pixel, {0}</source>
        <translation>Verzerrung: nächstes Pixel, {0}</translation>
    </message>
    <message>
        <source>Watermark</source>
        <translation>Wasserzeichen</translation>
    </message>
    <message>
        <source>Waves beside a proof in words: fold a folder, hide it, and open the second to look closer</source>
        <translation>Wellen neben einem Beweis in Worten: einen Ordner zuklappen, ausblenden, und den zweiten öffnen, um näher hinzusehen</translation>
    </message>
    <message>
        <source>What black becomes; white stays.</source>
        <translation>Was Schwarz wird; Weiß bleibt.</translation>
    </message>
    <message>
        <source>What blurred the photo.</source>
        <translation>Was das Foto unscharf gemacht hat.</translation>
    </message>
    <message>
        <source>What is written.</source>
        <translation>Was geschrieben wird.</translation>
    </message>
    <message>
        <source>What more of the colour is no fringe yet.</source>
        <translation>Was an Farbe mehr noch kein Saum ist.</translation>
    </message>
    <message>
        <source>What other plotters join, and what cannot be resolved</source>
        <translation>Was andere Plotter verbinden und was nicht aufzulösen ist</translation>
    </message>
    <message>
        <source>What the curve moves.</source>
        <translation>Was die Kurve verschiebt.</translation>
    </message>
    <message>
        <source>Where the mark is.</source>
        <translation>Wo das Zeichen ist.</translation>
    </message>
    <message>
        <source>Where the slope is zero, the first higher derivative that is not zero decides: of even order it makes a minimum or a maximum, of odd order neither. x⁴ has a minimum at 0 by its fourth derivative, x³ has none by its third. Gradient descent walks down against the slope, a share of it at each step.</source>
        <translation>Wo die Steigung null ist, entscheidet die erste höhere Ableitung, die nicht null ist: Von gerader Ordnung macht sie ein Minimum oder Maximum, von ungerader keines von beiden. x⁴ hat bei 0 ein Minimum durch seine vierte Ableitung, x³ durch seine dritte keines. Gradientenabstieg geht gegen die Steigung bergab, bei jedem Schritt um einen Anteil von ihr.</translation>
    </message>
    <message>
        <source>Where the spot is, from left to right.</source>
        <translation>Wo der Fleck ist, von links nach rechts.</translation>
    </message>
    <message>
        <source>Where the spot is, from top to bottom.</source>
        <translation>Wo der Fleck ist, von oben nach unten.</translation>
    </message>
    <message>
        <source>Which</source>
        <translation>Welche</translation>
    </message>
    <message>
        <source>Which axis goes where: over x alone, over x and W</source>
        <translation>Welche Achse wohin geht: über x allein, über x und W</translation>
    </message>
    <message>
        <source>Whites</source>
        <translation>Weiß</translation>
    </message>
    <message>
        <source>Whites and blacks</source>
        <translation>Weiß und Schwarz</translation>
    </message>
    <message>
        <source>Wider than the fringes: how far the colour around is seen.</source>
        <translation>Breiter als die Säume: wie weit die Farbe ringsum gesehen wird.</translation>
    </message>
    <message>
        <source>Width of the Gaussian.</source>
        <translation>Breite der Gaußglocke.</translation>
    </message>
    <message>
        <source>Widths are shares of the photo, so that a recipe frames photos of every size alike. A gray picture takes the value of red. An aspect lies as the photo does: 3:2 is 2:3 for a portrait.</source>
        <translation>Breiten sind Anteile des Fotos, damit ein Rezept Fotos jeder Größe gleich rahmt. Ein graues Bild nimmt den Wert von Rot. Das Seitenverhältnis liegt wie das Foto: 3:2 ist bei einem Hochformat 2:3.</translation>
    </message>
    <message>
        <source>Wind up</source>
        <translation>Aufwickeln</translation>
    </message>
    <message>
        <source>Without a mask nothing changes. A smooth filling has no texture. Beyond the picture&apos;s border nothing pulls. Solved on the CPU by SciPy, to 1e-4: a narrow stroke by a banded Cholesky decomposition, a wide one by conjugate gradients with multigrid cycles.</source>
        <translation>Ohne Maske ändert sich nichts. Eine glatte Füllung hat keine Textur. Jenseits des Bildrands zieht nichts. Auf der CPU mit SciPy gelöst, auf 1e-4: ein schmaler Strich durch eine Cholesky-Zerlegung seiner Bandmatrix, ein breiter durch konjugierte Gradienten mit Mehrgitterzyklen.</translation>
    </message>
    <message>
        <source>Without a mask nothing changes: paint over what is to be filled.</source>
        <translation>Ohne Maske ändert sich nichts: Übermalen Sie, was gefüllt werden soll.</translation>
    </message>
    <message>
        <source>Writes a text on the photo: a name, a year, a caption.</source>
        <translation>Schreibt einen Text auf das Foto: einen Namen, ein Jahr, eine Bildunterschrift.</translation>
    </message>
    <message>
        <source>Written for one sample, it has no loop for a batch: choose the colours of transforms to see what vmap and the derivative made. The products of two vectors became products with a batch dimension.</source>
        <translation>Für ein Beispiel geschrieben, hat es keine Schleife über den Stapel: wählen Sie die Farben der Transformationen, um zu sehen, was vmap und die Ableitung gemacht haben. Die Produkte zweier Vektoren wurden Produkte mit einer Stapel-Dimension.</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>Y</source>
        <translation>Y</translation>
    </message>
    <message>
        <source>Y = … defines a value for other lines; a curve is y = …</source>
        <translation>Y = … definiert einen Wert für andere Zeilen; eine Kurve ist y = …</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>Yellow hue</source>
        <translation>Gelb: Farbton</translation>
    </message>
    <message>
        <source>Yellow lightness</source>
        <translation>Gelb: Helligkeit</translation>
    </message>
    <message>
        <source>Yellow saturation</source>
        <translation>Gelb: Sättigung</translation>
    </message>
    <message>
        <source>[{0}, {1}] may be the range of x, or a list that is multiplied</source>
        <translation>[{0}, {1}] kann der Bereich von x sein oder eine Liste, die multipliziert wird</translation>
    </message>
    <message>
        <source>\ has no meaning here</source>
        <translation>\ hat hier keine Bedeutung</translation>
    </message>
    <message>
        <source>\{0} is no command that is known here</source>
        <translation>\{0} ist kein Befehl, der hier bekannt ist</translation>
    </message>
    <message>
        <source>^ binds more tightly than /: the root is written ^{0}</source>
        <translation>^ bindet stärker als /: die Wurzel schreibt man ^{0}</translation>
    </message>
    <message>
        <source>^{0}{1} may be ^{2} or ^{3}</source>
        <translation>^{0}{1} kann ^{2} oder ^{3} sein</translation>
    </message>
    <message>
        <source>^{{({0})}} may be a derivative, written {1}, or a power</source>
        <translation>^{{({0})}} kann eine Ableitung sein, geschrieben {1}, oder eine Potenz</translation>
    </message>
    <message>
        <source>`by_sorting` becomes a sort of all, `by_top_k` a call of TopK. Pin the first and open Compare, then measure which is faster.</source>
        <translation>`by_sorting` wird ein Sortieren aller, `by_top_k` ein Aufruf von TopK. Heften Sie das erste an und öffnen Sie Vergleichen, dann messen Sie, was schneller ist.</translation>
    </message>
    <message>
        <source>`jaxstudio ops` lists them</source>
        <translation>`jaxstudio ops` zeigt alle</translation>
    </message>
    <message>
        <source>`jaxstudio presets` lists them</source>
        <translation>`jaxstudio presets` zeigt alle</translation>
    </message>
    <message>
        <source>`jnp.linalg.solve` becomes LAPACK&apos;s LU decomposition and two triangular solves. The gradient solves with the transposed matrix and does not decompose again: the optimised HLO has one getrf and four trsm.</source>
        <translation>`jnp.linalg.solve` wird LAPACKs LU-Zerlegung mit zwei Dreieckssystemen. Der Gradient löst mit der transponierten Matrix und zerlegt nicht noch einmal: das optimierte HLO hat ein getrf und vier trsm.</translation>
    </message>
    <message>
        <source>a 1D table: expected LUT_3D_SIZE</source>
        <translation>eine 1D-Tabelle: erwartet wurde LUT_3D_SIZE</translation>
    </message>
    <message>
        <source>a Hessian belongs to a function with one result, this one has {0}</source>
        <translation>eine Hesse-Matrix gehört zu einer Funktion mit einem Ergebnis, diese hat {0}</translation>
    </message>
    <message>
        <source>a Python number is weakly typed: make it an array of one dtype before the call</source>
        <translation>eine Python-Zahl ist schwach typisiert: vor dem Aufruf ein Array eines Datentyps daraus machen</translation>
    </message>
    <message>
        <source>a band is drawn around a curve of one variable, not of {0}</source>
        <translation>ein Band wird um eine Kurve einer Variablen gezeichnet, nicht von {0}</translation>
    </message>
    <message>
        <source>a part joined to those before it</source>
        <translation>ein Teil zu den vorigen gefügt</translation>
    </message>
    <message>
        <source>all in one</source>
        <translation>alles in einem</translation>
    </message>
    <message>
        <source>another one</source>
        <translation>ein anderes</translation>
    </message>
    <message>
        <source>arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>arguments by position</source>
        <translation>Argumente nach Stelle</translation>
    </message>
    <message>
        <source>colour matrix</source>
        <translation>Farbmatrix</translation>
    </message>
    <message>
        <source>colour range</source>
        <translation>Farbbereich</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>combination of its parts, {0}</source>
        <translation>Verbindung der Teile, {0}</translation>
    </message>
    <message>
        <source>compiled once more with its equations numbered, to link the stages</source>
        <translation>noch einmal mit nummerierten Gleichungen übersetzt, um die Stufen zu verknüpfen</translation>
    </message>
    <message>
        <source>computed by itself, to follow a NaN</source>
        <translation>für sich berechnet, um ein NaN zu verfolgen</translation>
    </message>
    <message>
        <source>debugging of NaNs</source>
        <translation>Suche nach NaN</translation>
    </message>
    <message>
        <source>default device</source>
        <translation>Vorgabegerät</translation>
    </message>
    <message>
        <source>derivative of {0} steps in one loop</source>
        <translation>Ableitung von {0} Schritten in einer Schleife</translation>
    </message>
    <message>
        <source>derivatives as colours</source>
        <translation>Ableitungen als Farben</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>difference of {0} renders</source>
        <translation>Differenz von {0} Bildern</translation>
    </message>
    <message>
        <source>distance to a polygon&apos;s edges</source>
        <translation>Abstand zu den Kanten eines Vielecks</translation>
    </message>
    <message>
        <source>each pixel and its neighbours, between pixels, {0}</source>
        <translation>jedes Pixel mit seinen Nachbarn, zwischen Pixeln, {0}</translation>
    </message>
    <message>
        <source>each pixel and its neighbours, {0}</source>
        <translation>jedes Pixel mit seinen Nachbarn, {0}</translation>
    </message>
    <message>
        <source>each pixel by what is around it, {0}</source>
        <translation>jedes Pixel nach seiner Umgebung, {0}</translation>
    </message>
    <message>
        <source>each pixel&apos;s colours, {0}</source>
        <translation>Farben jedes Pixels, {0}</translation>
    </message>
    <message>
        <source>each pixel, {0}</source>
        <translation>jedes Pixel, {0}</translation>
    </message>
    <message>
        <source>each value by its place, {0}</source>
        <translation>jeder Wert nach seinem Ort, {0}</translation>
    </message>
    <message>
        <source>each value, {0}</source>
        <translation>jeder Wert, {0}</translation>
    </message>
    <message>
        <source>ellipse</source>
        <translation>Ellipse</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>hit</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>its derivative by {0}</source>
        <translation>seine Ableitung nach {0}</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>kind of random keys</source>
        <translation>Art der Zufallsschlüssel</translation>
    </message>
    <message>
        <source>lines of a guided filter, up to {0} cells of {1} pixels around</source>
        <translation>Geraden eines Guided Filters, bis {0} Zellen von {1} Pixeln herum</translation>
    </message>
    <message>
        <source>luminosity</source>
        <translation>Helligkeit</translation>
    </message>
    <message>
        <source>mesh</source>
        <translation>Gitter</translation>
    </message>
    <message>
        <source>miss</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>moments of cells of {0}×{1} pixels</source>
        <translation>Momente der Zellen von {0}×{1} Pixeln</translation>
    </message>
    <message>
        <source>no rule is known for {0} here</source>
        <translation>für {0} ist hier keine Regel bekannt</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>partitionable random bits</source>
        <translation>teilbare Zufallsbits</translation>
    </message>
    <message>
        <source>pass {0} of {1}</source>
        <translation>Durchgang {0} von {1}</translation>
    </message>
    <message>
        <source>perhaps others</source>
        <translation>vielleicht weitere</translation>
    </message>
    <message>
        <source>polygon</source>
        <translation>Vieleck</translation>
    </message>
    <message>
        <source>precision of matrix products</source>
        <translation>Genauigkeit von Matrixprodukten</translation>
    </message>
    <message>
        <source>promotion of dtypes</source>
        <translation>Angleichung der dtypes</translation>
    </message>
    <message>
        <source>promotion of ranks</source>
        <translation>Angleichung der Ränge</translation>
    </message>
    <message>
        <source>rectangle</source>
        <translation>Rechteck</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>rows and columns</source>
        <translation>Zeilen und Spalten</translation>
    </message>
    <message>
        <source>rows that change</source>
        <translation>Zeilen, die sich ändern</translation>
    </message>
    <message>
        <source>source coordinates</source>
        <translation>Quellkoordinaten</translation>
    </message>
    <message>
        <source>strokes</source>
        <translation>Striche</translation>
    </message>
    <message>
        <source>the same call again</source>
        <translation>derselbe Aufruf noch einmal</translation>
    </message>
    <message>
        <source>the slope of the tangent is the derivative</source>
        <translation>die Steigung der Tangente ist die Ableitung</translation>
    </message>
    <message>
        <source>the tangent is a line</source>
        <translation>die Tangente ist eine Gerade</translation>
    </message>
    <message>
        <source>the usual</source>
        <translation>das Übliche</translation>
    </message>
    <message>
        <source>the usual device</source>
        <translation>das übliche Gerät</translation>
    </message>
    <message>
        <source>value of each pixel that guides</source>
        <translation>Leitwert jedes Pixels</translation>
    </message>
    <message>
        <source>weights, radius up to {0}</source>
        <translation>Gewichte, Radius bis {0}</translation>
    </message>
    <message>
        <source>y is no function of x here</source>
        <translation>y ist hier keine Funktion von x</translation>
    </message>
    <message>
        <source>{0!r} cannot be plotted: jaxstudio eval answers it</source>
        <translation>{0!r} kann nicht gezeichnet werden: jaxstudio eval beantwortet es</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0} ({1})</translation>
    </message>
    <message>
        <source>{0} as a plain function</source>
        <translation>{0} als einfache Funktion</translation>
    </message>
    <message>
        <source>{0} but for {1}, n whole</source>
        <translation>{0} außer {1}, n ganz</translation>
    </message>
    <message>
        <source>{0} more</source>
        <translation>{0} weitere</translation>
    </message>
    <message>
        <source>{0} ≈ {1}</source>
        <translation>{0} ≈ {1}</translation>
    </message>
    <message>
        <source>{0}(…) is asked of numbers, not of lists</source>
        <translation>{0}(…) fragt nach Zahlen, nicht nach Listen</translation>
    </message>
    <message>
        <source>{0}, between {1:g} and {2:g}</source>
        <translation>{0}, zwischen {1:g} und {2:g}</translation>
    </message>
    <message>
        <source>{0}, line {1}: {2} is no character of {3}, the encoding of the program</source>
        <translation>{0}, Zeile {1}: {2} ist kein Zeichen von {3}, der Kodierung des Programms</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message>
        <source>{0}, {1}, radius up to {2}</source>
        <translation>{0}, {1}, Radius bis {2}</translation>
    </message>
    <message>
        <source>{0}; its principal value is 0 within {1:.0e}</source>
        <translation>{0}; sein Hauptwert ist 0 auf {1:.0e} genau</translation>
    </message>
    <message>
        <source>∝ needs its factor</source>
        <translation>∝ braucht seinen Faktor</translation>
    </message>
    <message>
        <source>a bound</source>
        <translation>eine Grenze</translation>
    </message>
    <message>
        <source>a bracket is not closed</source>
        <translation>eine Klammer ist nicht geschlossen</translation>
    </message>
    <message>
        <source>a chart cannot depend on {0}</source>
        <translation>ein Diagramm kann nicht von {0} abhängen</translation>
    </message>
    <message>
        <source>a chart has no value: a sheet of the window draws it</source>
        <translation>ein Diagramm hat keinen Wert: ein Blatt im Fenster zeichnet es</translation>
    </message>
    <message>
        <source>a chart is of numbers</source>
        <translation>ein Diagramm zeigt Zahlen</translation>
    </message>
    <message>
        <source>a chart stands alone in its line</source>
        <translation>ein Diagramm steht allein in seiner Zeile</translation>
    </message>
    <message>
        <source>a chart, a figure or a condition stands alone in its line, without a name</source>
        <translation>ein Diagramm, eine Figur oder eine Bedingung steht allein in ihrer Zeile, ohne Namen</translation>
    </message>
    <message>
        <source>a chart: a dot for each element of a list, above one another in bins of a width</source>
        <translation>ein Diagramm: ein Punkt für jedes Element einer Liste, übereinander in Klassen einer Breite</translation>
    </message>
    <message>
        <source>a chart: how many elements of a list lie in each bin of a width</source>
        <translation>ein Diagramm: wie viele Elemente einer Liste in jeder Klasse einer Breite liegen</translation>
    </message>
    <message>
        <source>a chart: least element, quartiles and greatest element of a list</source>
        <translation>ein Diagramm: kleinstes Element, Quartile und größtes Element einer Liste</translation>
    </message>
    <message>
        <source>a circle around a point, with a radius or through another point</source>
        <translation>ein Kreis um einen Punkt, mit einem Radius oder durch einen anderen Punkt</translation>
    </message>
    <message>
        <source>a comma outside of brackets</source>
        <translation>ein Komma außerhalb von Klammern</translation>
    </message>
    <message>
        <source>a comment is a line of its own that begins with #</source>
        <translation>ein Kommentar ist eine eigene Zeile, die mit # beginnt</translation>
    </message>
    <message>
        <source>a condition is needed here, such as x &gt; 0</source>
        <translation>hier wird eine Bedingung gebraucht, etwa x &gt; 0</translation>
    </message>
    <message>
        <source>a condition stands in braces behind a function: x^2 {x &gt; 0}</source>
        <translation>eine Bedingung steht in geschweiften Klammern hinter der Funktion: x^2 {x &gt; 0}</translation>
    </message>
    <message>
        <source>a condition stands in braces behind its function: {0}</source>
        <translation>eine Bedingung steht in geschweiften Klammern hinter ihrer Funktion: {0}</translation>
    </message>
    <message>
        <source>a condition stands in braces behind its function:{0}</source>
        <translation>eine Bedingung steht in geschweiften Klammern hinter ihrer Funktion:{0}</translation>
    </message>
    <message>
        <source>a condition stands in braces; in brackets it may also be 1 where it holds and else 0</source>
        <translation>eine Bedingung steht in geschweiften Klammern; in runden kann sie auch 1 sein, wo sie gilt, und sonst 0</translation>
    </message>
    <message>
        <source>a condition that does not hold</source>
        <translation>eine Bedingung, die nicht gilt</translation>
    </message>
    <message>
        <source>a condition that holds</source>
        <translation>eine Bedingung, die gilt</translation>
    </message>
    <message>
        <source>a constant explains the points better than the curve</source>
        <translation>eine Konstante erklärt die Punkte besser als die Kurve</translation>
    </message>
    <message>
        <source>a cube</source>
        <translation>eine dritte Potenz</translation>
    </message>
    <message>
        <source>a curve in the plane is one point (x(t), y(t)), as in (t^2, t)</source>
        <translation>eine Kurve in der Ebene ist ein Punkt (x(t), y(t)), etwa (t^2, t)</translation>
    </message>
    <message>
        <source>a curve of the angle is written r = 1 + cos(theta)</source>
        <translation>eine Kurve des Winkels schreibt man r = 1 + cos(theta)</translation>
    </message>
    <message>
        <source>a decimal point is written as a point, and arguments are separated by commas</source>
        <translation>ein Dezimalkomma schreibt man als Punkt, Argumente trennt ein Komma</translation>
    </message>
    <message>
        <source>a decimal point is written as a point: {0}</source>
        <translation>ein Dezimalkomma schreibt man als Punkt: {0}</translation>
    </message>
    <message>
        <source>a derivative</source>
        <translation>eine Ableitung</translation>
    </message>
    <message>
        <source>a derivative inside another function is not drawn on logarithmic axes</source>
        <translation>eine Ableitung in einer anderen Funktion wird auf logarithmischen Achsen nicht gezeichnet</translation>
    </message>
    <message>
        <source>a derivative is written d/dx (…), that of a function f is f&apos;(x)</source>
        <translation>eine Ableitung schreibt man d/dx (…), die einer Funktion f ist f&apos;(x)</translation>
    </message>
    <message>
        <source>a derivative is written f&apos;&apos;(x) or d/dx (…)</source>
        <translation>eine Ableitung schreibt man f&apos;&apos;(x) oder d/dx (…)</translation>
    </message>
    <message>
        <source>a derivative is written sin&apos;(x) or d/dx sin(x)</source>
        <translation>eine Ableitung schreibt man sin&apos;(x) oder d/dx sin(x)</translation>
    </message>
    <message>
        <source>a derivative or a sum runs over {0}: define f(x) = … and write f&apos;(3)</source>
        <translation>eine Ableitung oder eine Summe läuft über {0}: definieren Sie f(x) = … und schreiben Sie f&apos;(3)</translation>
    </message>
    <message>
        <source>a difference</source>
        <translation>eine Differenz</translation>
    </message>
    <message>
        <source>a differential</source>
        <translation>ein Differential</translation>
    </message>
    <message>
        <source>a differential equation is written</source>
        <translation>eine Differentialgleichung schreibt man</translation>
    </message>
    <message>
        <source>a field of vectors with these components at each place of the plane</source>
        <translation>ein Vektorfeld mit diesen Komponenten an jedem Ort der Ebene</translation>
    </message>
    <message>
        <source>a function is written by itself or as f(x) = …: {0}</source>
        <translation>eine Funktion schreibt man allein oder als f(x) = …: {0}</translation>
    </message>
    <message>
        <source>a function made anew on the same line: what was compiled for the one before is not found</source>
        <translation>eine in derselben Zeile neu erzeugte Funktion: was für die vorige übersetzt wurde, wird nicht gefunden</translation>
    </message>
    <message>
        <source>a function of several variables</source>
        <translation>eine Funktion mehrerer Variablen</translation>
    </message>
    <message>
        <source>a function of z is shown on linear axes</source>
        <translation>eine Funktion von z wird auf linearen Achsen gezeigt</translation>
    </message>
    <message>
        <source>a function of z, as colours</source>
        <translation>eine Funktion von z, als Farben</translation>
    </message>
    <message>
        <source>a gray photo has no light to be balanced</source>
        <translation>ein graues Foto hat kein Licht, das sich abgleichen lässt</translation>
    </message>
    <message>
        <source>a layer has 1 to {0} units</source>
        <translation>eine Schicht hat 1 bis {0} Einheiten</translation>
    </message>
    <message>
        <source>a lens that EXIF does not name</source>
        <translation>ein Objektiv, das EXIF nicht nennt</translation>
    </message>
    <message>
        <source>a limit is written limit(sin(x)/x, x, 0)</source>
        <translation>einen Grenzwert schreibt man limit(sin(x)/x, x, 0)</translation>
    </message>
    <message>
        <source>a limit, which is read off the curve</source>
        <translation>ein Grenzwert, den man an der Kurve abliest</translation>
    </message>
    <message>
        <source>a line is a formula; Python&apos;s objects are not known here</source>
        <translation>eine Zeile ist eine Formel; Python-Objekte gibt es hier nicht</translation>
    </message>
    <message>
        <source>a line that begins with {0!r} cannot be read: {1}</source>
        <translation>eine Zeile, die mit {0!r} beginnt, ist nicht lesbar: {1}</translation>
    </message>
    <message>
        <source>a list from its last to its first element</source>
        <translation>eine Liste vom letzten zum ersten Element</translation>
    </message>
    <message>
        <source>a list from its least to its greatest element, or in the order that would sort M</source>
        <translation>eine Liste vom kleinsten zum größten Element, oder in der Reihenfolge, die M sortieren würde</translation>
    </message>
    <message>
        <source>a list holds numbers, not lists: join(L, M)</source>
        <translation>eine Liste enthält Zahlen, keine Listen: join(L, M)</translation>
    </message>
    <message>
        <source>a list in a random order, always the same for a seed</source>
        <translation>eine Liste in zufälliger Reihenfolge, zu einem Startwert immer dieselbe</translation>
    </message>
    <message>
        <source>a list is written [n^2 for n = [1...5]]; sum(n^2, n, 1, 5) adds the numbers</source>
        <translation>eine Liste schreibt man [n^2 for n = [1...5]]; sum(n^2, n, 1, 5) addiert die Zahlen</translation>
    </message>
    <message>
        <source>a list of 2 to {0} points [x, y], both from 0 to 1, x ascending by at least {1:g}</source>
        <translation>eine Liste von 2 bis {0} Punkten [x, y], beide von 0 bis 1, x um mindestens {1:g} steigend</translation>
    </message>
    <message>
        <source>a list of numbers is written [0, 0.1...1]; where a function is drawn, x^2 {0 &lt; x &lt; 1}</source>
        <translation>eine Zahlenliste schreibt man [0, 0.1...1]; wo eine Funktion gezeichnet wird, sagt x^2 {0 &lt; x &lt; 1}</translation>
    </message>
    <message>
        <source>a list of rows of equal length, odd height and width from 1 to {0}, of finite numbers from -{1:g} to {1:g}</source>
        <translation>eine Liste gleich langer Zeilen, Höhe und Breite ungerade von 1 bis {0}, aus endlichen Zahlen von -{1:g} bis {1:g}</translation>
    </message>
    <message>
        <source>a list with each of its values once, in the order of their first places</source>
        <translation>eine Liste mit jedem ihrer Werte einmal, in der Reihenfolge ihrer ersten Stellen</translation>
    </message>
    <message>
        <source>a list, or a number, n times one behind the other</source>
        <translation>eine Liste oder eine Zahl, n-mal hintereinander</translation>
    </message>
    <message>
        <source>a logarithmic {0} axis shows numbers above 0, not {1:g}</source>
        <translation>eine logarithmische {0}-Achse zeigt Zahlen über 0, nicht {1:g}</translation>
    </message>
    <message>
        <source>a name has at most {0} letters</source>
        <translation>ein Name hat höchstens {0} Buchstaben</translation>
    </message>
    <message>
        <source>a name of {0} characters: expected at most {1}</source>
        <translation>ein Name von {0} Zeichen: erwartet wurden höchstens {1}</translation>
    </message>
    <message>
        <source>a network has no weights before it is fitted to points</source>
        <translation>ein Netz hat keine Gewichte, bevor es an Punkte angepasst ist</translation>
    </message>
    <message>
        <source>a network is fitted by descent, not by least squares; expected a model without mlp</source>
        <translation>ein Netz wird durch Abstieg angepasst, nicht durch kleinste Quadrate; erwartet wird ein Modell ohne mlp</translation>
    </message>
    <message>
        <source>a newer request took its place</source>
        <translation>eine neuere Anfrage ist an seine Stelle getreten</translation>
    </message>
    <message>
        <source>a number from {0:g} to {1:g}{2}{3}</source>
        <translation>eine Zahl von {0:g} bis {1:g}{2}{3}</translation>
    </message>
    <message>
        <source>a number has no commas: {0}, or {1} with a decimal point</source>
        <translation>eine Zahl hat keine Kommas: {0}, oder {1} mit Dezimalpunkt</translation>
    </message>
    <message>
        <source>a number is missing</source>
        <translation>eine Zahl fehlt</translation>
    </message>
    <message>
        <source>a number is needed here, not a figure</source>
        <translation>hier wird eine Zahl gebraucht, keine Figur</translation>
    </message>
    <message>
        <source>a number is needed here, not a point</source>
        <translation>hier wird eine Zahl gebraucht, kein Punkt</translation>
    </message>
    <message>
        <source>a number is needed here, not several</source>
        <translation>hier wird eine Zahl gebraucht, nicht mehrere</translation>
    </message>
    <message>
        <source>a number is needed, or three, (r, g, b), for the colours</source>
        <translation>gebraucht wird eine Zahl, oder drei, (r, g, b), für die Farben</translation>
    </message>
    <message>
        <source>a number is not divided by a point</source>
        <translation>eine Zahl teilt man nicht durch einen Punkt</translation>
    </message>
    <message>
        <source>a number, a name or an expression was expected</source>
        <translation>erwartet wurde eine Zahl, ein Name oder ein Ausdruck</translation>
    </message>
    <message>
        <source>a part of the key</source>
        <translation>ein Teil des Schlüssels</translation>
    </message>
    <message>
        <source>a percentage is written {0}</source>
        <translation>Prozent schreibt man {0}</translation>
    </message>
    <message>
        <source>a picture holds values that are not finite</source>
        <translation>ein Bild enthält Werte, die nicht endlich sind</translation>
    </message>
    <message>
        <source>a point by its distance and angle is written (r cos(φ), r sin(φ))</source>
        <translation>einen Punkt aus Abstand und Winkel schreibt man (r cos(φ), r sin(φ))</translation>
    </message>
    <message>
        <source>a point is needed here, such as (1, 2): {0}</source>
        <translation>hier wird ein Punkt gebraucht, etwa (1, 2): {0}</translation>
    </message>
    <message>
        <source>a polygon has three corners or more: {0}</source>
        <translation>ein Vieleck hat mindestens drei Ecken: {0}</translation>
    </message>
    <message>
        <source>a power of a function stands behind its argument: {0}</source>
        <translation>eine Potenz einer Funktion steht hinter ihrem Argument: {0}</translation>
    </message>
    <message>
        <source>a preset needs a name</source>
        <translation>eine Voreinstellung braucht einen Namen</translation>
    </message>
    <message>
        <source>a product</source>
        <translation>ein Produkt</translation>
    </message>
    <message>
        <source>a quartile is one of 0 to 4, not {0:g}</source>
        <translation>ein Quartil ist eines von 0 bis 4, nicht {0:g}</translation>
    </message>
    <message>
        <source>a question is written as a function</source>
        <translation>eine Frage schreibt man als Funktion</translation>
    </message>
    <message>
        <source>a quotient</source>
        <translation>ein Quotient</translation>
    </message>
    <message>
        <source>a ray of a fixed angle is the line y = x tan(θ); an angle by itself is no curve here</source>
        <translation>ein Strahl mit festem Winkel ist die Gerade y = x tan(θ); ein Winkel allein ist hier keine Kurve</translation>
    </message>
    <message>
        <source>a sample of one has no variance</source>
        <translation>eine Stichprobe aus einem Wert hat keine Varianz</translation>
    </message>
    <message>
        <source>a script nests jax.grad up to order {0}, not {1}</source>
        <translation>ein Skript verschachtelt jax.grad bis zur Ordnung {0}, nicht {1}</translation>
    </message>
    <message>
        <source>a second expression: one computes every channel</source>
        <translation>ein zweiter Ausdruck: einer berechnet jeden Kanal</translation>
    </message>
    <message>
        <source>a seed was expected, such as key(0)</source>
        <translation>erwartet wurde ein Startwert wie key(0)</translation>
    </message>
    <message>
        <source>a sequence begins with {0}: each in a line</source>
        <translation>eine Folge beginnt mit {0}: jedes in einer Zeile</translation>
    </message>
    <message>
        <source>a sequence depends on its index alone, not on {0}</source>
        <translation>eine Folge hängt nur von ihrem Index ab, nicht von {0}</translation>
    </message>
    <message>
        <source>a sequence is of numbers, not of lists</source>
        <translation>eine Folge besteht aus Zahlen, nicht aus Listen</translation>
    </message>
    <message>
        <source>a shape was expected, such as weak(f32[])</source>
        <translation>erwartet wurde eine Form wie weak(f32[])</translation>
    </message>
    <message>
        <source>a sheet has at most {0} lines</source>
        <translation>ein Blatt hat höchstens {0} Zeilen</translation>
    </message>
    <message>
        <source>a slider goes from {0:g} to {1:g}</source>
        <translation>ein Regler geht von {0:g} bis {1:g}</translation>
    </message>
    <message>
        <source>a smallest or largest number; 2^-52 and 1e300 are written out</source>
        <translation>eine kleinste oder größte Zahl; 2^-52 und 1e300 schreibt man aus</translation>
    </message>
    <message>
        <source>a solution depends on one variable: {0}</source>
        <translation>eine Lösung hängt von einer Variablen ab: {0}</translation>
    </message>
    <message>
        <source>a solution depends on x or t here: {0} is neither</source>
        <translation>eine Lösung hängt hier von x oder t ab: {0} ist keines davon</translation>
    </message>
    <message>
        <source>a square</source>
        <translation>ein Quadrat</translation>
    </message>
    <message>
        <source>a static function is the same only if it is the very same object: make it once, outside the loop or the call</source>
        <translation>eine statische Funktion ist nur als dasselbe Objekt dieselbe: einmal erzeugen, außerhalb der Schleife oder des Aufrufs</translation>
    </message>
    <message>
        <source>a static object is the same only if it is equal and has an equal hash: register its class as a pytree, or define both</source>
        <translation>ein statisches Objekt ist nur dasselbe, wenn es gleich ist und den gleichen Hash hat: seine Klasse als Pytree anmelden oder beides definieren</translation>
    </message>
    <message>
        <source>a step such as gaussian_blur sigma=2</source>
        <translation>ein Schritt wie gaussian_blur sigma=2</translation>
    </message>
    <message>
        <source>a sum</source>
        <translation>eine Summe</translation>
    </message>
    <message>
        <source>a sum is written {0}</source>
        <translation>eine Summe schreibt man {0}</translation>
    </message>
    <message>
        <source>a sweep takes one parameter or two different ones</source>
        <translation>eine Reihe nimmt einen Parameter oder zwei verschiedene</translation>
    </message>
    <message>
        <source>a term is computed from those before it: {0}_({1}-1)</source>
        <translation>ein Glied wird aus denen davor berechnet: {0}_({1}-1)</translation>
    </message>
    <message>
        <source>a term of a sequence is written</source>
        <translation>ein Folgenglied schreibt man</translation>
    </message>
    <message>
        <source>a text of one line, at most {0} characters</source>
        <translation>ein Text von einer Zeile, höchstens {0} Zeichen</translation>
    </message>
    <message>
        <source>a unit; units are not known, numbers stand alone</source>
        <translation>eine Einheit; Einheiten gibt es hier nicht, Zahlen stehen allein</translation>
    </message>
    <message>
        <source>a vector</source>
        <translation>ein Vektor</translation>
    </message>
    <message>
        <source>a vector is written [1, 2]; matrices are not known here</source>
        <translation>einen Vektor schreibt man [1, 2]; Matrizen gibt es hier nicht</translation>
    </message>
    <message>
        <source>a video of {0} × {1} pixels: expected 2 × 2 at least</source>
        <translation>ein Video von {0} × {1} Pixeln: erwartet wurden mindestens 2 × 2</translation>
    </message>
    <message>
        <source>a whole number from {0} to {1}{2}{3}</source>
        <translation>eine ganze Zahl von {0} bis {1}{2}{3}</translation>
    </message>
    <message>
        <source>a whole quotient</source>
        <translation>ein ganzzahliger Quotient</translation>
    </message>
    <message>
        <source>about {0:.2g} by quadrature; no digit is proven</source>
        <translation>etwa {0:.2g} durch Quadratur; keine Ziffer ist bewiesen</translation>
    </message>
    <message>
        <source>about {0:.4g}</source>
        <translation>etwa {0:.4g}</translation>
    </message>
    <message>
        <source>about {0:.6g} by convergence acceleration; no digit is proven</source>
        <translation>etwa {0:.6g} durch Konvergenzbeschleunigung; keine Ziffer ist bewiesen</translation>
    </message>
    <message>
        <source>activation is {0!r}; expected {1}</source>
        <translation>activation ist {0!r}; erwartet wird {1}</translation>
    </message>
    <message>
        <source>all {0}</source>
        <translation>alle {0}</translation>
    </message>
    <message>
        <source>an arrow from one point to another</source>
        <translation>ein Pfeil von einem Punkt zu einem anderen</translation>
    </message>
    <message>
        <source>an empty step, expected &quot;OP name=value …&quot;</source>
        <translation>ein leerer Schritt, erwartet wurde &quot;FILTER name=wert …&quot;</translation>
    </message>
    <message>
        <source>an end of a range</source>
        <translation>ein Ende eines Bereichs</translation>
    </message>
    <message>
        <source>an equation cannot use {0}({1}), which is a value of a solution</source>
        <translation>eine Gleichung kann {0}({1}), einen Wert einer Lösung, nicht verwenden</translation>
    </message>
    <message>
        <source>an equation cannot use {0}, which is a value of a solution</source>
        <translation>eine Gleichung kann {0}, einen Wert einer Lösung, nicht verwenden</translation>
    </message>
    <message>
        <source>an equation is written with = or ==, a remainder as mod(x, 3)</source>
        <translation>eine Gleichung schreibt man mit = oder ==, einen Rest als mod(x, 3)</translation>
    </message>
    <message>
        <source>an exponent of an exponent is written {0}</source>
        <translation>einen Exponenten eines Exponenten schreibt man {0}</translation>
    </message>
    <message>
        <source>an expression is needed, such as x^2 + 1</source>
        <translation>ein Ausdruck wird gebraucht, etwa x^2 + 1</translation>
    </message>
    <message>
        <source>an expression such as 1 - v, or r = …; g = …; b = …</source>
        <translation>ein Ausdruck wie 1 - v, oder r = …; g = …; b = …</translation>
    </message>
    <message>
        <source>an inequality is true or false: it has no derivatives</source>
        <translation>eine Ungleichung ist wahr oder falsch: sie hat keine Ableitungen</translation>
    </message>
    <message>
        <source>an inequality is true or false: it has order 0 only</source>
        <translation>eine Ungleichung ist wahr oder falsch: sie hat nur die Ordnung 0</translation>
    </message>
    <message>
        <source>an initial value is a number</source>
        <translation>ein Anfangswert ist eine Zahl</translation>
    </message>
    <message>
        <source>an initial value is a number: it cannot depend on {0}</source>
        <translation>ein Anfangswert ist eine Zahl: er kann nicht von {0} abhängen</translation>
    </message>
    <message>
        <source>an integral ends with its variable, as ∫_0^1 x^2 dx; here it is integral(x^2, 0, 1)</source>
        <translation>ein Integral endet mit seiner Variablen, etwa ∫_0^1 x^2 dx; hier ist es integral(x^2, 0, 1)</translation>
    </message>
    <message>
        <source>an integral has two bounds; from 0 on it is {0}</source>
        <translation>ein Integral hat zwei Grenzen; ab 0 ist es {0}</translation>
    </message>
    <message>
        <source>an inverse is not written as a power</source>
        <translation>eine Umkehrfunktion schreibt man nicht als Potenz</translation>
    </message>
    <message>
        <source>an operation by itself, with another shape, axis or other parameter than before</source>
        <translation>eine einzelne Operation, mit anderer Form, Achse oder anderem Parameter als zuvor</translation>
    </message>
    <message>
        <source>another part of a derivative, such as its backward pass, which is a program of its own</source>
        <translation>ein anderer Teil einer Ableitung, etwa ihr Rückwärtslauf, der ein eigenes Programm ist</translation>
    </message>
    <message>
        <source>any {0}</source>
        <translation>eines von {0}</translation>
    </message>
    <message>
        <source>arc stands before sin, cos or tan</source>
        <translation>arc steht vor sin, cos oder tan</translation>
    </message>
    <message>
        <source>arguments of {0:.1f} GB: at most {1} GB is tried: give smaller shapes</source>
        <translation>Argumente von {0:.1f} GB: versucht werden höchstens {1} GB: kleinere Formen angeben</translation>
    </message>
    <message>
        <source>array {0}</source>
        <translation>Feld {0}</translation>
    </message>
    <message>
        <source>as fast, as far as the runs tell</source>
        <translation>gleich schnell, soweit die Läufe es sagen</translation>
    </message>
    <message>
        <source>as many kernels and opcodes</source>
        <translation>gleich viele Kerne und Operationen</translation>
    </message>
    <message>
        <source>at a jump</source>
        <translation>an einem Sprung</translation>
    </message>
    <message>
        <source>at most {0} lines are read</source>
        <translation>höchstens {0} Zeilen werden gelesen</translation>
    </message>
    <message>
        <source>at most {0} sliders</source>
        <translation>höchstens {0} Regler</translation>
    </message>
    <message>
        <source>at most {0} sums and integrals inside one another</source>
        <translation>höchstens {0} Summen und Integrale ineinander</translation>
    </message>
    <message>
        <source>at most {0} terms are written out</source>
        <translation>höchstens {0} Glieder werden ausgeschrieben</translation>
    </message>
    <message>
        <source>at most {0} terms before are used</source>
        <translation>höchstens {0} Glieder davor werden verwendet</translation>
    </message>
    <message>
        <source>at most {0} unknowns and derivatives</source>
        <translation>höchstens {0} Unbekannte und Ableitungen</translation>
    </message>
    <message>
        <source>at the end of the domain</source>
        <translation>am Ende des Definitionsbereichs</translation>
    </message>
    <message>
        <source>bars, hats, dots and arrows are no part of a name here, as \bar, \hat and \vec would make them: write the letter alone</source>
        <translation>Striche, Dächer, Punkte und Pfeile wie von \bar, \hat und \vec gehören hier nicht zum Namen: schreiben Sie den Buchstaben allein</translation>
    </message>
    <message>
        <source>batch is {0}; expected 1 to {1} samples a step, or all</source>
        <translation>batch ist {0}; erwartet werden 1 bis {1} Beispiele je Schritt, oder alle</translation>
    </message>
    <message>
        <source>behind for n = stands a list: [1...5]</source>
        <translation>hinter for n = steht eine Liste: [1...5]</translation>
    </message>
    <message>
        <source>behind for stands n = [1...5]</source>
        <translation>hinter for steht n = [1...5]</translation>
    </message>
    <message>
        <source>between conditions stands and: {0}</source>
        <translation>zwischen Bedingungen steht and: {0}</translation>
    </message>
    <message>
        <source>between the commas stand equations such as y&apos; = x - y and values such as y(0) = 1</source>
        <translation>zwischen den Kommas stehen Gleichungen wie y&apos; = x - y und Werte wie y(0) = 1</translation>
    </message>
    <message>
        <source>binary, otsu, li, black and white, segment, cut-off</source>
        <translation>binär, Otsu, Li, schwarzweiß, segmentieren, Schwellwert</translation>
    </message>
    <message>
        <source>black point, white point, midtones, histogram, input levels</source>
        <translation>Schwarzpunkt, Weißpunkt, Mitteltöne, Histogramm, Tonwertkorrektur, Quellwerte</translation>
    </message>
    <message>
        <source>border, framing, passe-partout, mat, margin, add border, fuzzy border, outline</source>
        <translation>Rand, Rahmen, Passepartout, Umrandung, Rand hinzufügen, Umriss</translation>
    </message>
    <message>
        <source>braces hold conditions and their values; a list has brackets: {0}</source>
        <translation>in geschweiften Klammern stehen Bedingungen und ihre Werte; eine Liste hat eckige: {0}</translation>
    </message>
    <message>
        <source>braces hold conditions and their values; a point or a curve in the plane has parentheses</source>
        <translation>in geschweiften Klammern stehen Bedingungen und ihre Werte; ein Punkt oder eine Kurve in der Ebene hat runde Klammern</translation>
    </message>
    <message>
        <source>branch {0} of {4}</source>
        <translation>Zweig {0} von {4}</translation>
    </message>
    <message>
        <source>brush: strokes: expected at most {0:,} strokes</source>
        <translation>brush: strokes: erwartet wurden höchstens {0:,} Striche</translation>
    </message>
    <message>
        <source>brush: strokes: expected strokes alone</source>
        <translation>brush: strokes: erwartet wurden nur Striche</translation>
    </message>
    <message>
        <source>by SymPy</source>
        <translation>von SymPy</translation>
    </message>
    <message>
        <source>by the equation</source>
        <translation>nach der Gleichung</translation>
    </message>
    <message>
        <source>by the instruction</source>
        <translation>nach dem Befehl</translation>
    </message>
    <message>
        <source>by the kernel</source>
        <translation>nach dem Kernel</translation>
    </message>
    <message>
        <source>by the line of LLVM IR</source>
        <translation>nach der Zeile des LLVM-IR</translation>
    </message>
    <message>
        <source>by the place in the source</source>
        <translation>nach der Stelle im Quelltext</translation>
    </message>
    <message>
        <source>by what JAX wrote beside it</source>
        <translation>nach dem, was JAX dazuschrieb</translation>
    </message>
    <message>
        <source>c + f(c) − c for the channel, all three by f(l) − l for luma, L* = 100·f(L* / 100) in CIE L*a*b* for lightness; f is the monotone cubic through the points</source>
        <translation>c + f(c) − c für den Kanal, alle drei um f(l) − l für die Luma, L* = 100·f(L* / 100) in CIE L*a*b* für die Helligkeit; f ist die monotone kubische Kurve durch die Punkte</translation>
    </message>
    <message>
        <source>call it inside a jitted function: by itself it is compiled for each of its parameters</source>
        <translation>in einer Funktion unter jit aufrufen: einzeln wird sie für jeden ihrer Parameter übersetzt</translation>
    </message>
    <message>
        <source>call jax.clear_caches() in tests alone: everything is compiled again after it</source>
        <translation>jax.clear_caches() nur in Tests aufrufen: danach wird alles neu übersetzt</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>cannot remove {0}: {1}</source>
        <translation>{0} lässt sich nicht entfernen: {1}</translation>
    </message>
    <message>
        <source>cannot rename {0}: {1}</source>
        <translation>{0} lässt sich nicht umbenennen: {1}</translation>
    </message>
    <message>
        <source>cannot write the log in {0}: {1}</source>
        <translation>das Protokoll lässt sich in {0} nicht schreiben: {1}</translation>
    </message>
    <message>
        <source>cannot write {0}: another run is at work on it</source>
        <translation>{0} lässt sich nicht schreiben: ein anderer Lauf arbeitet daran</translation>
    </message>
    <message>
        <source>cannot write {0}: it is a device or a pipe, expected a file name</source>
        <translation>{0} lässt sich nicht schreiben: es ist ein Gerät oder eine Pipe, erwartet wurde ein Dateiname</translation>
    </message>
    <message>
        <source>cannot write {0}: it is a folder, expected a file name</source>
        <translation>{0} lässt sich nicht schreiben: es ist ein Ordner, erwartet wurde ein Dateiname</translation>
    </message>
    <message>
        <source>cannot write {0}: the result is {1} × {2}, no pixels</source>
        <translation>{0} lässt sich nicht schreiben: das Ergebnis ist {1} × {2}, keine Pixel</translation>
    </message>
    <message>
        <source>cannot write {0}: there is no folder {1}</source>
        <translation>{0} lässt sich nicht schreiben: es gibt keinen Ordner {1}</translation>
    </message>
    <message>
        <source>cannot write {0}: {1:,} × {2:,} pixels, {3} holds {4:,} a side; use PNG or TIFF</source>
        <translation>{0} lässt sich nicht schreiben: {1:,} × {2:,} Pixel, {3} fasst {4:,} je Seite; PNG oder TIFF nehmen</translation>
    </message>
    <message>
        <source>cannot write {0}: {1}</source>
        <translation>{0} lässt sich nicht schreiben: {1}</translation>
    </message>
    <message>
        <source>cannot write {0}: {1}; use PNG, TIFF or WebP</source>
        <translation>{0} lässt sich nicht schreiben: {1}; PNG, TIFF oder WebP nehmen</translation>
    </message>
    <message>
        <source>caption, copyright, signature, watermark, label, type, letters, font, title</source>
        <translation>Bildunterschrift, Urheberrecht, Signatur, Wasserzeichen, Beschriftung, Schrift, Buchstaben, Titel, Text</translation>
    </message>
    <message>
        <source>cases are written {0}</source>
        <translation>Fälle schreibt man {0}</translation>
    </message>
    <message>
        <source>cases need a condition: {x &gt; 0: x^2, -x}</source>
        <translation>Fälle brauchen eine Bedingung: {x &gt; 0: x^2, -x}</translation>
    </message>
    <message>
        <source>chance alone would explain as much of the points in {0:.0%} of all cases</source>
        <translation>der Zufall allein würde in {0:.0%} aller Fälle ebenso viel von den Punkten erklären</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>coincide from {0:.6g} to {1:.6g}</source>
        <translation>fallen zusammen von {0:.6g} bis {1:.6g}</translation>
    </message>
    <message>
        <source>color decision list, slope, offset, power, grading, cinema</source>
        <translation>Color Decision List, Steigung, Versatz, Potenz, Farbkorrektur, Kino</translation>
    </message>
    <message>
        <source>color(…) shows a function of z = x + i y; {0} has no place in it</source>
        <translation>color(…) zeigt eine Funktion von z = x + i y; {0} hat darin keinen Platz</translation>
    </message>
    <message>
        <source>column {0}: {1}</source>
        <translation>Spalte {0}: {1}</translation>
    </message>
    <message>
        <source>commas stand between the numbers of a vector: {0}</source>
        <translation>zwischen den Zahlen eines Vektors stehen Kommas: {0}</translation>
    </message>
    <message>
        <source>compiled by the inspector</source>
        <translation>vom Inspektor übersetzt</translation>
    </message>
    <message>
        <source>compiling line {0}</source>
        <translation>Kompilieren von Zeile {0}</translation>
    </message>
    <message>
        <source>compiling line {0} up to order {1}</source>
        <translation>Kompilieren von Zeile {0} bis Ordnung {1}</translation>
    </message>
    <message>
        <source>compiling order {0}</source>
        <translation>Kompilieren von Ordnung {0}</translation>
    </message>
    <message>
        <source>computed up to {0}: more terms are not computed</source>
        <translation>berechnet bis {0}: weitere Glieder werden nicht berechnet</translation>
    </message>
    <message>
        <source>computed up to {0}: the next is not known</source>
        <translation>berechnet bis {0}: das nächste Glied ist nicht bekannt</translation>
    </message>
    <message>
        <source>computing line {0}</source>
        <translation>Berechnen von Zeile {0}</translation>
    </message>
    <message>
        <source>contrast, histogram, cdf, equalize</source>
        <translation>Kontrast, Histogramm, Ausgleich, Abgleichen</translation>
    </message>
    <message>
        <source>convert it to one dtype before the call</source>
        <translation>vor dem Aufruf in einen Datentyp umwandeln</translation>
    </message>
    <message>
        <source>count is {0}; expected 1 to {1:,} points</source>
        <translation>count ist {0}; erwartet werden 1 bis {1:,} Punkte</translation>
    </message>
    <message>
        <source>crop: {0} = {1:g} % and {2} = {3:g} % leave nothing</source>
        <translation>Zuschnitt: {0} = {1:g} % und {2} = {3:g} % lassen nichts übrig</translation>
    </message>
    <message>
        <source>cusp</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>data: {0} of x, {1} of y and {2} of sigma, expected as many</source>
        <translation>Daten: {0} für x, {1} für y und {2} für sigma, erwartet werden gleich viele</translation>
    </message>
    <message>
        <source>dead pixels, stuck pixels, outliers, long exposure, despeckle</source>
        <translation>tote Pixel, hängende Pixel, Ausreißer, Langzeitbelichtung, Flecken entfernen</translation>
    </message>
    <message>
        <source>degrees</source>
        <translation>Grad</translation>
    </message>
    <message>
        <source>denoise, despeckle, rank, salt and pepper, remove spots, dust</source>
        <translation>Entrauschen, Entflecken, Rang, Salz und Pfeffer, Flecken entfernen, Staub</translation>
    </message>
    <message>
        <source>derivatives go up to order {0}</source>
        <translation>Ableitungen gehen bis zur Ordnung {0}</translation>
    </message>
    <message>
        <source>derivatives go up to order {0}, inner ones included</source>
        <translation>Ableitungen gehen bis zur Ordnung {0}, innere mitgezählt</translation>
    </message>
    <message>
        <source>derivatives of balls come from their series</source>
        <translation>Ableitungen von Kugeln kommen aus ihren Reihen</translation>
    </message>
    <message>
        <source>device {0} does not exist: expected one of {1}{2}</source>
        <translation>das Gerät {0} gibt es nicht: erwartet wurde eines von {1}{2}</translation>
    </message>
    <message>
        <source>did you mean {0}?</source>
        <translation>war {0} gemeint?</translation>
    </message>
    <message>
        <source>digits are not grouped: {0} is written without blanks and points</source>
        <translation>Ziffern werden nicht gruppiert: {0} schreibt man ohne Leerzeichen und Punkte</translation>
    </message>
    <message>
        <source>direction has {0} numbers; the function has {1} variables</source>
        <translation>direction hat {0} Zahlen; die Funktion hat {1} Variablen</translation>
    </message>
    <message>
        <source>direction names {0}; the function has {1}</source>
        <translation>direction nennt {0}; die Funktion hat {1}</translation>
    </message>
    <message>
        <source>divided by 0</source>
        <translation>durch 0 geteilt</translation>
    </message>
    <message>
        <source>drawing</source>
        <translation>Zeichnen</translation>
    </message>
    <message>
        <source>drawing line {0}</source>
        <translation>Zeichnen von Zeile {0}</translation>
    </message>
    <message>
        <source>each equation stands in a line of its own</source>
        <translation>jede Gleichung steht in einer eigenen Zeile</translation>
    </message>
    <message>
        <source>each shape is compiled once: pad to a few sizes, or call with the same one</source>
        <translation>jede Form wird einmal übersetzt: auf wenige Größen auffüllen oder mit derselben aufrufen</translation>
    </message>
    <message>
        <source>each static value is compiled by itself: pass it as an array, if no shape depends on it</source>
        <translation>jeder statische Wert wird für sich übersetzt: als Array übergeben, wenn keine Form von ihm abhängt</translation>
    </message>
    <message>
        <source>each value takes so long that this is drawn on a fixed grid</source>
        <translation>jeder Wert dauert so lange, dass auf einem festen Gitter gezeichnet wird</translation>
    </message>
    <message>
        <source>either one expression computes every channel, or r = …, g = … and b = … do</source>
        <translation>entweder berechnet ein Ausdruck jeden Kanal, oder r = …, g = … und b = … tun es</translation>
    </message>
    <message>
        <source>equations go up to order {0}</source>
        <translation>Gleichungen gehen bis zur Ordnung {0}</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>geschätzt</translation>
    </message>
    <message>
        <source>expected a number, not {0!r}</source>
        <translation>erwartet wird eine Zahl, nicht {0!r}</translation>
    </message>
    <message>
        <source>expected a title and a doc</source>
        <translation>erwartet wurden ein Titel und eine Beschreibung (doc)</translation>
    </message>
    <message>
        <source>expected finite colours, and a domain whose maximum is above its minimum</source>
        <translation>erwartet wurden endliche Farben und ein Bereich, dessen Maximum über seinem Minimum liegt</translation>
    </message>
    <message>
        <source>expected the numbers of a matrix</source>
        <translation>erwartet werden die Zahlen einer Matrix</translation>
    </message>
    <message>
        <source>f = {0:.12g}</source>
        <translation>f = {0:.12g}</translation>
    </message>
    <message>
        <source>false</source>
        <translation>falsch</translation>
    </message>
    <message>
        <source>first call</source>
        <translation>erster Aufruf</translation>
    </message>
    <message>
        <source>first call in a derivative (grad, jvp, vjp), which traces a program of its own</source>
        <translation>erster Aufruf in einer Ableitung (grad, jvp, vjp), die ein eigenes Programm verfolgt</translation>
    </message>
    <message>
        <source>first call in a vmap, which traces a program of its own</source>
        <translation>erster Aufruf in einem vmap, das ein eigenes Programm verfolgt</translation>
    </message>
    <message>
        <source>frequency f/f₀</source>
        <translation>Frequenz f/f₀</translation>
    </message>
    <message>
        <source>from other starting values it may fit better</source>
        <translation>von anderen Startwerten aus passt sie vielleicht besser</translation>
    </message>
    <message>
        <source>from {0} to {1}: expected two finite numbers</source>
        <translation>von {0} bis {1}: erwartet werden zwei endliche Zahlen</translation>
    </message>
    <message>
        <source>functions: {0}</source>
        <translation>Funktionen: {0}</translation>
    </message>
    <message>
        <source>gain</source>
        <translation>Verstärkung</translation>
    </message>
    <message>
        <source>give every call the same containers and keys; a None counts as a part left out</source>
        <translation>jedem Aufruf dieselben Behälter und Schlüssel geben; ein None gilt als weggelassener Teil</translation>
    </message>
    <message>
        <source>heal, clone, retouch, spot healing, clone stamp, dust, blemish, stamp</source>
        <translation>Heilen, Klonen, Retusche, Bereichsreparatur, Kopierstempel, Staub, Makel, Stempel</translation>
    </message>
    <message>
        <source>how many elements a list has</source>
        <translation>wie viele Elemente eine Liste hat</translation>
    </message>
    <message>
        <source>how many numbers</source>
        <translation>die Anzahl der Zahlen</translation>
    </message>
    <message>
        <source>how many times</source>
        <translation>die Anzahl der Wiederholungen</translation>
    </message>
    <message>
        <source>i is the imaginary unit, which is not known here; choose another name</source>
        <translation>i ist die imaginäre Einheit, die es hier nicht gibt; wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>i, the imaginary unit, is not known here: functions are real; a slider needs another name</source>
        <translation>die imaginäre Einheit i gibt es hier nicht: Funktionen sind reell; ein Regler braucht einen anderen Namen</translation>
    </message>
    <message>
        <source>in signs and this language&apos;s functions it is</source>
        <translation>in Zeichen und Funktionen dieser Sprache heißt das</translation>
    </message>
    <message>
        <source>in signs it is</source>
        <translation>in Zeichen heißt das</translation>
    </message>
    <message>
        <source>in {0}: {1}</source>
        <translation>in {0}: {1}</translation>
    </message>
    <message>
        <source>in_axes has {0} entries; there are {1} arrays</source>
        <translation>in_axes hat {0} Einträge; es gibt {1} Arrays</translation>
    </message>
    <message>
        <source>in_axes is None for every array; vmap needs at least one axis to map over</source>
        <translation>in_axes ist None für jedes Array; vmap braucht mindestens eine Achse</translation>
    </message>
    <message>
        <source>infinity</source>
        <translation>unendlich</translation>
    </message>
    <message>
        <source>inpaint: its mask covers the whole picture, and leaves nothing to fill it from</source>
        <translation>Ausfüllen: die Maske deckt das ganze Bild und lässt nichts, woraus gefüllt werden kann</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>it grows without bound near {0:.6g}</source>
        <translation>sie wächst bei {0:.6g} über alle Grenzen</translation>
    </message>
    <message>
        <source>it is not compiled yet</source>
        <translation>noch nicht kompiliert</translation>
    </message>
    <message>
        <source>j may be the imaginary unit, which is not known here: functions are real</source>
        <translation>j kann die imaginäre Einheit sein, die es hier nicht gibt: Funktionen sind reell</translation>
    </message>
    <message>
        <source>jax.clear_caches() was called: what was compiled before is forgotten</source>
        <translation>jax.clear_caches() wurde aufgerufen: was zuvor übersetzt wurde, ist vergessen</translation>
    </message>
    <message>
        <source>jax.experimental.jet has no rule for it</source>
        <translation>jax.experimental.jet hat keine Regel dafür</translation>
    </message>
    <message>
        <source>jax.experimental.jet has no rule for {0}</source>
        <translation>jax.experimental.jet hat keine Regel für {0}</translation>
    </message>
    <message>
        <source>key = {0}: expected a whole number from 1 that no other step has</source>
        <translation>key = {0}: erwartet wurde eine ganze Zahl ab 1, die kein anderer Schritt hat</translation>
    </message>
    <message>
        <source>kind = {0}: expected one of jaxstudio.pipeline.kinds</source>
        <translation>kind = {0}: erwartet wurde eine Art aus jaxstudio.pipeline.kinds</translation>
    </message>
    <message>
        <source>lensfun does not know the camera {0}</source>
        <translation>lensfun kennt die Kamera {0} nicht</translation>
    </message>
    <message>
        <source>lensfun does not know {0} on {1}: type some words of the lens</source>
        <translation>lensfun kennt {0} an {1} nicht: einige Wörter des Objektivs eingeben</translation>
    </message>
    <message>
        <source>lensfun&apos;s list has no {0}</source>
        <translation>die Liste von lensfun hat kein {0}</translation>
    </message>
    <message>
        <source>lensfun, lens profile, distortion, barrel, chromatic aberration, color fringe, vignetting, tca</source>
        <translation>Objektiv, Objektivprofil, Verzeichnung, Tonnenverzeichnung, chromatische Aberration, Farbsäume, Vignettierung, lensfun</translation>
    </message>
    <message>
        <source>lift, gamma, gain, shadows, midtones, highlights, grading, colour wheels</source>
        <translation>Lift, Gamma, Gain, Schatten, Mitteltöne, Lichter, Farbkorrektur, Farbräder</translation>
    </message>
    <message>
        <source>limits, integrals, sums and derivatives are written as functions</source>
        <translation>Grenzwerte, Integrale, Summen und Ableitungen schreibt man als Funktionen</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>Zeile {0}</translation>
    </message>
    <message>
        <source>line {0} has no function {1}</source>
        <translation>Zeile {0} hat keine Funktion {1}</translation>
    </message>
    <message>
        <source>line {0} has no solution here</source>
        <translation>Zeile {0} hat hier keine Lösung</translation>
    </message>
    <message>
        <source>line {0} has {1} columns; expected at most {2}</source>
        <translation>Zeile {0} hat {1} Spalten; erwartet werden höchstens {2}</translation>
    </message>
    <message>
        <source>line {0} has {1} functions; this is about one: write an element, L[1]</source>
        <translation>Zeile {0} hat {1} Funktionen; hier geht es um eine: schreiben Sie ein Element, L[1]</translation>
    </message>
    <message>
        <source>line {0} has {1}; expected {2} as in {3}</source>
        <translation>Zeile {0} hat {1}; erwartet werden {2} wie in {3}</translation>
    </message>
    <message>
        <source>line {0} is a header; expected rows of numbers below it</source>
        <translation>Zeile {0} ist eine Überschrift; darunter werden Zeilen mit Zahlen erwartet</translation>
    </message>
    <message>
        <source>line {0} is no curve</source>
        <translation>Zeile {0} ist keine Kurve</translation>
    </message>
    <message>
        <source>line {0} is no function</source>
        <translation>Zeile {0} ist keine Funktion</translation>
    </message>
    <message>
        <source>line {0}, column {1} ({2}): {3!r} is no number; expected one</source>
        <translation>Zeile {0}, Spalte {1} ({2}): {3!r} ist keine Zahl; erwartet wird eine</translation>
    </message>
    <message>
        <source>line {0}, column {1}: {2}</source>
        <translation>Zeile {0}, Spalte {1}: {2}</translation>
    </message>
    <message>
        <source>line {0}: expected one of {1} lines</source>
        <translation>Zeile {0}: erwartet wird eine von {1} Zeilen</translation>
    </message>
    <message>
        <source>line {0}: too many rows; expected at most {1:,}</source>
        <translation>Zeile {0}: zu viele Zeilen; erwartet werden höchstens {1:,}</translation>
    </message>
    <message>
        <source>line {0}: {1}: expected three numbers</source>
        <translation>Zeile {0}: {1}: erwartet wurden drei Zahlen</translation>
    </message>
    <message>
        <source>lines use the terms {0}_{1} to {0}_{2} of this sequence</source>
        <translation>Zeilen verwenden die Glieder {0}_{1} bis {0}_{2} dieser Folge</translation>
    </message>
    <message>
        <source>lists and numbers one behind the other</source>
        <translation>Listen und Zahlen hintereinander</translation>
    </message>
    <message>
        <source>loaded as it was compiled before, and neither traced nor lowered</source>
        <translation>geladen, wie es zuvor übersetzt wurde, weder verfolgt noch abgesenkt</translation>
    </message>
    <message>
        <source>logo, signature, copyright, overlay, picture watermark, stamp</source>
        <translation>Logo, Unterschrift, Copyright, Überlagerung, Bildwasserzeichen, Stempel</translation>
    </message>
    <message>
        <source>looking for intersections</source>
        <translation>Suchen nach Schnittpunkten</translation>
    </message>
    <message>
        <source>loop from {3}</source>
        <translation>Schleife ab {3}</translation>
    </message>
    <message>
        <source>loop of {5} steps from {3}</source>
        <translation>Schleife von {5} Schritten ab {3}</translation>
    </message>
    <message>
        <source>loss {0}: expected one of {1}</source>
        <translation>Verlustfunktion {0}: erwartet wurde eine von {1}</translation>
    </message>
    <message>
        <source>luminosity: low = {0:g} and high = {1:g}: expected low ≤ high</source>
        <translation>luminosity: low = {0:g} und high = {1:g}: erwartet wurde low ≤ high</translation>
    </message>
    <message>
        <source>lut_3d: file = {0}: {1}</source>
        <translation>3D-LUT: Datei = {0}: {1}</translation>
    </message>
    <message>
        <source>m = (r + b) / 2 − g; e = m − its guided filter along luma&apos;s edges; d = purple·clip(e − threshold, 0, m) − green·clip(−e − threshold, 0, −m); r − 0.7152 d, g + 0.2848 d, b − 0.7152 d</source>
        <translation>m = (r + b) / 2 − g; e = m − sein geführter Filter entlang der Kanten von Luma; d = purple·clip(e − threshold, 0, m) − green·clip(−e − threshold, 0, −m); r − 0,7152 d, g + 0,2848 d, b − 0,7152 d</translation>
    </message>
    <message>
        <source>made room for a newer request</source>
        <translation>hat einer neueren Anfrage Platz gemacht</translation>
    </message>
    <message>
        <source>make the jitted function once, outside the loop or the method that makes it, and pass what it closes over as an argument</source>
        <translation>die Funktion einmal mit jit erzeugen, außerhalb der Schleife oder Methode, und was sie einschließt als Argument übergeben</translation>
    </message>
    <message>
        <source>margin = round(width·min(height, photo&apos;s width)); the aspect widens two of the margins</source>
        <translation>Rand = round(width·min(Höhe, Breite des Fotos)); das Seitenverhältnis verbreitert zwei der Ränder</translation>
    </message>
    <message>
        <source>mask = {0}: the recipe has no mask of this key</source>
        <translation>mask = {0}: das Rezept hat keine Maske mit diesem Schlüssel</translation>
    </message>
    <message>
        <source>mask {0}: blend = {1}: expected one of {2}</source>
        <translation>Maske {0}: blend = {1}: erwartet wurde eines von {2}</translation>
    </message>
    <message>
        <source>mask {0}: name: expected a text of at most {1} characters</source>
        <translation>Maske {0}: name: erwartet wurde ein Text von höchstens {1} Zeichen</translation>
    </message>
    <message>
        <source>mask {0}: parts: expected at most {1} parts</source>
        <translation>Maske {0}: parts: erwartet wurden höchstens {1} Teile</translation>
    </message>
    <message>
        <source>mask {0}: parts: expected parts alone</source>
        <translation>Maske {0}: parts: erwartet wurden nur Teile</translation>
    </message>
    <message>
        <source>mask {0}: the key is used twice</source>
        <translation>Maske {0}: der Schlüssel kommt zweimal vor</translation>
    </message>
    <message>
        <source>mask: key = {0}: expected a whole number from 1 to {1}</source>
        <translation>mask: key = {0}: erwartet wurde eine ganze Zahl von 1 bis {1}</translation>
    </message>
    <message>
        <source>masks: expected a list</source>
        <translation>masks: erwartet wurde eine Liste</translation>
    </message>
    <message>
        <source>masks: opacity and blend: expected version {0}</source>
        <translation>masks: Deckkraft und Mischung: erwartet wurde Version {0}</translation>
    </message>
    <message>
        <source>masks: sources of strokes: expected version {0}</source>
        <translation>masks: Quellen von Strichen: erwartet wurde Version {0}</translation>
    </message>
    <message>
        <source>match_histogram: reference = {0}: a folder or a pipe, expected a photo</source>
        <translation>Histogramm angleichen: Vorbild = {0}: ein Ordner oder eine Pipe, erwartet wurde ein Foto</translation>
    </message>
    <message>
        <source>match_histogram: reference = {0}: expected a photo, gray or RGB</source>
        <translation>Histogramm angleichen: Vorbild = {0}: erwartet wurde ein Foto, grau oder RGB</translation>
    </message>
    <message>
        <source>match_histogram: reference = {0}: no such file</source>
        <translation>Histogramm angleichen: Vorbild = {0}: diese Datei gibt es nicht</translation>
    </message>
    <message>
        <source>match_histogram: reference = {0}: not a photo ({1})</source>
        <translation>Histogramm angleichen: Vorbild = {0}: kein Foto ({1})</translation>
    </message>
    <message>
        <source>method is {0!r}; expected one of {1}</source>
        <translation>method ist {0!r}; erwartet wird {1}</translation>
    </message>
    <message>
        <source>method {0!r}: expected auto or one of {1}</source>
        <translation>Methode {0!r}: erwartet wird auto oder {1}</translation>
    </message>
    <message>
        <source>method {0!r}: expected one of {1}</source>
        <translation>Methode {0!r}: erwartet wird {1}</translation>
    </message>
    <message>
        <source>method {0} for the loss {1}: expected auto, adam, or gauss-newton for mse</source>
        <translation>Verfahren {0} für die Verlustfunktion {1}: erwartet wurde auto, adam, oder gauss-newton für mse</translation>
    </message>
    <message>
        <source>metric {0}: expected one of {1}</source>
        <translation>Maß {0}: erwartet wurde eines von {1}</translation>
    </message>
    <message>
        <source>mlp needs the widths of 1 to {0} hidden layers: mlp(x; 128, 128)</source>
        <translation>mlp braucht die Breiten von 1 bis {0} verborgenen Schichten: mlp(x; 128, 128)</translation>
    </message>
    <message>
        <source>momentum is {0}; expected from 0 up to, not including, 1</source>
        <translation>momentum ist {0}; erwartet wird eine Zahl ab 0 und unter 1</translation>
    </message>
    <message>
        <source>monochrome, gray mixer, hue mixer, colour filter, red filter, infrared</source>
        <translation>monochrom, Graumischer, Farbtonmischer, Farbfilter, Rotfilter, Infrarot</translation>
    </message>
    <message>
        <source>more than two ! behind one another: (x!)! is the factorial of a factorial</source>
        <translation>mehr als zwei ! hintereinander: (x!)! ist die Fakultät einer Fakultät</translation>
    </message>
    <message>
        <source>n random numbers between 0 and 1, or elements of a list, always the same for a seed</source>
        <translation>n Zufallszahlen zwischen 0 und 1, oder Elemente einer Liste, zu einem Startwert immer dieselben</translation>
    </message>
    <message>
        <source>name = {0}: expected a lower-case identifier such as my_filter</source>
        <translation>name = {0}: erwartet wurde ein Name in Kleinbuchstaben wie my_filter</translation>
    </message>
    <message>
        <source>needs the package lensfunpy: pip install &apos;jaxstudio[formats]&apos;</source>
        <translation>braucht das Paket lensfunpy: pip install &apos;jaxstudio[formats]&apos;</translation>
    </message>
    <message>
        <source>neither the sum of squares nor the parameters move any further</source>
        <translation>weder die Quadratsumme noch die Parameter bewegen sich weiter</translation>
    </message>
    <message>
        <source>no argument</source>
        <translation>kein Argument</translation>
    </message>
    <message>
        <source>no column of numbers is left for y beside {0}; expected one</source>
        <translation>neben {0} bleibt keine Spalte mit Zahlen für y; erwartet wird eine</translation>
    </message>
    <message>
        <source>no curve to write: a table needs a curve in sight</source>
        <translation>keine Kurve zu schreiben: eine Tabelle braucht eine sichtbare Kurve</translation>
    </message>
    <message>
        <source>no derivative is known here: {0}</source>
        <translation>hier ist keine Ableitung bekannt: {0}</translation>
    </message>
    <message>
        <source>no derivative of a derivative of {0} by two arguments is known here</source>
        <translation>eine Ableitung einer Ableitung von {0} nach zwei Argumenten ist hier nicht bekannt</translation>
    </message>
    <message>
        <source>no derivative of {0} by this argument is known here: keep it constant</source>
        <translation>eine Ableitung von {0} nach diesem Argument ist hier nicht bekannt: halten Sie es konstant</translation>
    </message>
    <message>
        <source>no digit is sure: each term of the sequence multiplies what is unknown of the one before</source>
        <translation>keine Ziffer ist sicher: jedes Glied der Folge vervielfacht, was vom vorigen unbekannt ist</translation>
    </message>
    <message>
        <source>no folder for the results is chosen</source>
        <translation>kein Ordner für die Ergebnisse gewählt</translation>
    </message>
    <message>
        <source>no format is known for {0}</source>
        <translation>für {0} ist kein Format bekannt</translation>
    </message>
    <message>
        <source>no function {0}; a line {0}(x) = … defines it</source>
        <translation>es gibt keine Funktion {0}; eine Zeile {0}(x) = … definiert sie</translation>
    </message>
    <message>
        <source>no function {0}; did you mean {1}?</source>
        <translation>es gibt keine Funktion {0}; meinten Sie {1}?</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>kein Grenzwert</translation>
    </message>
    <message>
        <source>no limit was found</source>
        <translation>kein Grenzwert wurde gefunden</translation>
    </message>
    <message>
        <source>no line defines a function {0}(…); {0}*(…) is a product</source>
        <translation>keine Zeile definiert eine Funktion {0}(…); {0}*(…) ist ein Produkt</translation>
    </message>
    <message>
        <source>no line defines a function {0}; a line {0}(x) = … does</source>
        <translation>keine Zeile definiert eine Funktion {0}; eine Zeile {0}(x) = … tut es</translation>
    </message>
    <message>
        <source>no line defines {0}; a line {0} = 1 makes it a slider</source>
        <translation>keine Zeile definiert {0}; eine Zeile {0} = 1 macht es zum Regler</translation>
    </message>
    <message>
        <source>no number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>no op is called {0} now: {1}</source>
        <translation>kein Filter heißt jetzt {0}: {1}</translation>
    </message>
    <message>
        <source>no op is called {0}: {1}</source>
        <translation>kein Filter heißt {0}: {1}</translation>
    </message>
    <message>
        <source>no parameter may move: expected at least one real-valued parameter in the active steps</source>
        <translation>kein Parameter darf sich ändern: erwartet wurde mindestens ein reeller Parameter in den aktiven Schritten</translation>
    </message>
    <message>
        <source>no photos there, expected JPEG, PNG, TIFF, WebP, … or camera raw</source>
        <translation>dort sind keine Fotos, erwartet wurden JPEG, PNG, TIFF, WebP, … oder Rohdaten</translation>
    </message>
    <message>
        <source>no preset is called {0}: {1}</source>
        <translation>keine Voreinstellung heißt {0}: {1}</translation>
    </message>
    <message>
        <source>no real solution</source>
        <translation>keine reelle Lösung</translation>
    </message>
    <message>
        <source>no reverse mode before a loop whose number of turns is only known when it runs</source>
        <translation>kein Rückwärtsmodus vor einer Schleife, deren Zahl der Durchläufe erst beim Ausführen bekannt ist</translation>
    </message>
    <message>
        <source>no sample is called {0}: expected one of {1}</source>
        <translation>kein Beispielfoto heißt {0}: erwartet wurde eines von {1}</translation>
    </message>
    <message>
        <source>no term is known</source>
        <translation>kein Glied ist bekannt</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>kein Wert</translation>
    </message>
    <message>
        <source>no value for {0}: expected --at {1}=1</source>
        <translation>kein Wert für {0}: erwartet wird --at {1}=1</translation>
    </message>
    <message>
        <source>no value for {0}: expected --set {1}=1</source>
        <translation>kein Wert für {0}: erwartet wird --set {1}=1</translation>
    </message>
    <message>
        <source>no value found; no digit is proven</source>
        <translation>kein Wert gefunden; keine Ziffer ist bewiesen</translation>
    </message>
    <message>
        <source>noise is {0}; expected a standard deviation of 0 or more</source>
        <translation>noise ist {0}; erwartet wird eine Standardabweichung ab 0</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>none of the numbers</source>
        <translation>keine der Zahlen</translation>
    </message>
    <message>
        <source>none, for there are no free names</source>
        <translation>nichts, denn es gibt keine freien Namen</translation>
    </message>
    <message>
        <source>not JSON: {0}</source>
        <translation>kein JSON: {0}</translation>
    </message>
    <message>
        <source>not a recipe: expected &quot;format&quot;: &quot;{0}&quot;</source>
        <translation>kein Rezept: erwartet wurde &quot;format&quot;: &quot;{0}&quot;</translation>
    </message>
    <message>
        <source>not a session of functions: expected &quot;format&quot;: &quot;{0}&quot;</source>
        <translation>kein Blatt mit Funktionen: erwartet wird &quot;format&quot;: &quot;{0}&quot;</translation>
    </message>
    <message>
        <source>not a session: expected &quot;format&quot;: &quot;{0}&quot;</source>
        <translation>keine Sitzung: erwartet wurde &quot;format&quot;: &quot;{0}&quot;</translation>
    </message>
    <message>
        <source>not done after {0:g} s; its process was ended</source>
        <translation>nach {0:g} s nicht fertig; der Prozess wurde beendet</translation>
    </message>
    <message>
        <source>not drawn further: solved with other tolerances, the solution goes elsewhere from here on</source>
        <translation>nicht weiter gezeichnet: mit anderen Toleranzen gelöst, verläuft die Lösung ab hier anders</translation>
    </message>
    <message>
        <source>not followed further: the steps become too short</source>
        <translation>nicht weiter verfolgt: die Schritte werden zu kurz</translation>
    </message>
    <message>
        <source>not followed further: {0} steps lead no farther</source>
        <translation>nicht weiter verfolgt: {0} Schritte führen nicht weiter</translation>
    </message>
    <message>
        <source>not known which: jax.clear_caches() was called, and the function may be one made anew on the same line</source>
        <translation>unbekannt, welches von beiden: jax.clear_caches() wurde aufgerufen, und die Funktion kann in derselben Zeile neu erzeugt sein</translation>
    </message>
    <message>
        <source>not known: the types are the same; another static value, another structure of an argument, or a function made anew</source>
        <translation>unbekannt: die Typen sind gleich; ein anderer statischer Wert, eine andere Struktur eines Arguments oder eine neu erzeugte Funktion</translation>
    </message>
    <message>
        <source>not proven</source>
        <translation>nicht bewiesen</translation>
    </message>
    <message>
        <source>not to be told apart</source>
        <translation>nicht zu unterscheiden</translation>
    </message>
    <message>
        <source>not to be told apart from {0:.6g} to {1:.6g}</source>
        <translation>nicht zu unterscheiden von {0:.6g} bis {1:.6g}</translation>
    </message>
    <message>
        <source>not to be told from zero from {0:.6g} to {1:.6g}</source>
        <translation>nicht von null zu unterscheiden von {0:.6g} bis {1:.6g}</translation>
    </message>
    <message>
        <source>not {0}</source>
        <translation>nicht {0}</translation>
    </message>
    <message>
        <source>nothing between the brackets: a list is [1, 2, 3]</source>
        <translation>zwischen den Klammern steht nichts: eine Liste ist [1, 2, 3]</translation>
    </message>
    <message>
        <source>nothing between the parentheses</source>
        <translation>zwischen den Klammern steht nichts</translation>
    </message>
    <message>
        <source>nothing is computed: one expression such as 1 - v, or r = …, g = …, b = …</source>
        <translation>nichts wird berechnet: ein Ausdruck wie 1 - v, oder r = …, g = …, b = …</translation>
    </message>
    <message>
        <source>nothing is written</source>
        <translation>nichts wird geschrieben</translation>
    </message>
    <message>
        <source>nothing to plot: expected a function such as x^2 or sin(t)</source>
        <translation>nichts zu zeichnen: erwartet wird eine Funktion wie x^2 oder sin(t)</translation>
    </message>
    <message>
        <source>numbers are decimal: 0{0} is {1}</source>
        <translation>Zahlen sind dezimal: 0{0} ist {1}</translation>
    </message>
    <message>
        <source>numbers are real here</source>
        <translation>Zahlen sind hier reell</translation>
    </message>
    <message>
        <source>numbers go up to {0:g}</source>
        <translation>Zahlen gehen bis {0:g}</translation>
    </message>
    <message>
        <source>of the curves of a list the first {0} are studied; on the others no marks are looked for</source>
        <translation>von den Kurven einer Liste werden die ersten {0} untersucht; auf den anderen wird nach keinen Punkten gesucht</translation>
    </message>
    <message>
        <source>of this function derivatives are drawn up to order {0}</source>
        <translation>von dieser Funktion werden Ableitungen bis zur Ordnung {0} gezeichnet</translation>
    </message>
    <message>
        <source>one = only: what follows it is a number</source>
        <translation>nur ein =: dahinter steht eine Zahl</translation>
    </message>
    <message>
        <source>one argument</source>
        <translation>ein Argument</translation>
    </message>
    <message>
        <source>one by one, each from a key of its own</source>
        <translation>einzeln, jede aus einem eigenen Schlüssel</translation>
    </message>
    <message>
        <source>one call sees {0}, and that does not fit: {1}</source>
        <translation>ein Aufruf sieht {0}, und das passt nicht: {1}</translation>
    </message>
    <message>
        <source>one equation has one = and no other comparison</source>
        <translation>eine Gleichung hat ein = und keinen anderen Vergleich</translation>
    </message>
    <message>
        <source>one of {0}</source>
        <translation>eines von {0}</translation>
    </message>
    <message>
        <source>one picture is gray, the other in colour: expected two of one kind</source>
        <translation>ein Bild ist grau, das andere farbig: erwartet wurden zwei gleicher Art</translation>
    </message>
    <message>
        <source>only a curve y = f(x) has an area below it</source>
        <translation>nur unter einer Kurve y = f(x) liegt eine Fläche</translation>
    </message>
    <message>
        <source>only a list has elements</source>
        <translation>nur eine Liste hat Elemente</translation>
    </message>
    <message>
        <source>only a point has coordinates .x and .y</source>
        <translation>nur ein Punkt hat Koordinaten .x und .y</translation>
    </message>
    <message>
        <source>only what was typed has a formula</source>
        <translation>nur was getippt wurde, hat eine Formel</translation>
    </message>
    <message>
        <source>order {0}</source>
        <translation>Ordnung {0}</translation>
    </message>
    <message>
        <source>order {0} has {1:,} equations, at most {2:,}: ask for a lower one</source>
        <translation>Ordnung {0} hat {1:,} Gleichungen, höchstens {2:,} sind möglich: wählen Sie eine niedrigere</translation>
    </message>
    <message>
        <source>order {0}: expected a whole number from 0 to {1}</source>
        <translation>Ordnung {0}: erwartet wird eine ganze Zahl von 0 bis {1}</translation>
    </message>
    <message>
        <source>order {0}: {0} poles within {1:.0e}</source>
        <translation>Ordnung {0}: {0} Polstellen innerhalb von {1:.0e}</translation>
    </message>
    <message>
        <source>order {0}: {0} zeros within {1:.0e}</source>
        <translation>Ordnung {0}: {0} Nullstellen innerhalb von {1:.0e}</translation>
    </message>
    <message>
        <source>order {0}: {1} has orders 0..{2} here, or --by one variable</source>
        <translation>Ordnung {0}: {1} hat hier die Ordnungen 0..{2}, oder nach einer Variablen --by</translation>
    </message>
    <message>
        <source>orders {0}: expected numbers from 0 to {1}</source>
        <translation>Ordnungen {0}: erwartet werden Zahlen von 0 bis {1}</translation>
    </message>
    <message>
        <source>out_axes is {0}; the result of one call, {1}, has no room there</source>
        <translation>out_axes ist {0}; das Ergebnis eines Aufrufs, {1}, hat dort keinen Platz</translation>
    </message>
    <message>
        <source>own_params: expected parameters of jaxstudio.pipeline.params, each with its own name</source>
        <translation>own_params: erwartet wurden Parameter aus jaxstudio.pipeline.params, jeder mit eigenem Namen</translation>
    </message>
    <message>
        <source>penalty is {0!r}; expected one of {1}</source>
        <translation>penalty ist {0!r}; erwartet wird {1}</translation>
    </message>
    <message>
        <source>perspective: three of the corners lie on a line, expected a quadrilateral</source>
        <translation>Perspektive: drei der Ecken liegen auf einer Geraden, erwartet wurde ein Viereck</translation>
    </message>
    <message>
        <source>pictures of the shapes {0} and {1}: expected one shape</source>
        <translation>Bilder der Formen {0} und {1}: erwartet wurde eine Form</translation>
    </message>
    <message>
        <source>pictures of {0} × {1}: expected {2} pixels a side or more</source>
        <translation>Bilder von {0} × {1}: erwartet wurden {2} Pixel je Seite oder mehr</translation>
    </message>
    <message>
        <source>polygamma(n, x) has no derivative by n, a whole number: keep it constant</source>
        <translation>polygamma(n, x) hat keine Ableitung nach der ganzen Zahl n: halten Sie sie konstant</translation>
    </message>
    <message>
        <source>precision is {0}; expected one of {1}</source>
        <translation>precision ist {0}; erwartet wird {1}</translation>
    </message>
    <message>
        <source>precision {0!r}: expected one of {1}</source>
        <translation>Genauigkeit {0!r}: erwartet wird {1}</translation>
    </message>
    <message>
        <source>precision {0} cannot be judged by {1}; expected a wider dtype</source>
        <translation>an {1} lässt sich die Genauigkeit {0} nicht messen; erwartet wird ein breiterer dtype</translation>
    </message>
    <message>
        <source>printed more than {0} MB; its process was ended</source>
        <translation>hat mehr als {0} MB ausgegeben; der Prozess wurde beendet</translation>
    </message>
    <message>
        <source>proven</source>
        <translation>bewiesen</translation>
    </message>
    <message>
        <source>purple fringing, purple fringe, green fringe, color fringe, colour fringe, chromatic aberration, longitudinal, bokeh fringing, halo</source>
        <translation>Farbsäume, Farbsaum, violetter Saum, grüner Saum, chromatische Aberration, Farblängsfehler, purple fringing, Halo</translation>
    </message>
    <message>
        <source>put the arguments where they stay before the loop, with jax.device_put</source>
        <translation>die Argumente vor der Schleife mit jax.device_put dorthin legen, wo sie bleiben</translation>
    </message>
    <message>
        <source>py:{0}: a module written in Python was expected</source>
        <translation>py:{0}: erwartet wurde ein in Python geschriebenes Modul</translation>
    </message>
    <message>
        <source>py:{0}: there is no module {1} in this folder or where Python looks</source>
        <translation>py:{0}: weder in diesem Ordner noch wo Python sucht gibt es ein Modul {1}</translation>
    </message>
    <message>
        <source>py:{0}: {1} is no package</source>
        <translation>py:{0}: {1} ist kein Paket</translation>
    </message>
    <message>
        <source>r = (g + 0.193 b) / 1.027 where 0.513 r is at least g and 0.193 b, but for 2·(threshold − 0.4)</source>
        <translation>r = (g + 0,193 b) / 1,027, wo 0,513 r mindestens g und 0,193 b ist, bis auf 2·(threshold − 0,4)</translation>
    </message>
    <message>
        <source>r would be a slider; the distance from the origin is hypot(x, y): {0}</source>
        <translation>r wäre ein Regler; der Abstand vom Ursprung ist hypot(x, y): {0}</translation>
    </message>
    <message>
        <source>random numbers are not part of a function; the page Arrays draws them</source>
        <translation>Zufallszahlen gehören nicht in eine Funktion; die Seite Arrays zieht sie</translation>
    </message>
    <message>
        <source>rate is {0}; expected a number above 0</source>
        <translation>rate ist {0}; erwartet wird eine Zahl über 0</translation>
    </message>
    <message>
        <source>recipe of {0:,} characters: expected at most {1:,}</source>
        <translation>Rezept von {0:,} Zeichen: erwartet wurden höchstens {1:,}</translation>
    </message>
    <message>
        <source>red eyes, red eye removal, red eye correction, flash, pupil</source>
        <translation>rote Augen, Rote-Augen-Korrektur, Rote Augen entfernen, Blitz, Pupille</translation>
    </message>
    <message>
        <source>relu and its derivative</source>
        <translation>relu und ihre Ableitung</translation>
    </message>
    <message>
        <source>rot90, quarter turns, portrait, landscape</source>
        <translation>Vierteldrehung, Hochformat, Querformat</translation>
    </message>
    <message>
        <source>row {0} has {1} numbers, the first has {2}</source>
        <translation>Zeile {0} hat {1} Zahlen, die erste hat {2}</translation>
    </message>
    <message>
        <source>row {0}: a number is too large</source>
        <translation>Zeile {0}: eine Zahl ist zu groß</translation>
    </message>
    <message>
        <source>search: the pattern has {0:,} characters, and at most {1:,} are searched for: a part of it finds the same place</source>
        <translation>Suche: das Muster hat {0:,} Zeichen, gesucht wird mit höchstens {1:,}: ein Teil davon findet dieselbe Stelle</translation>
    </message>
    <message>
        <source>search: {0} is no regular expression: {1}</source>
        <translation>Suche: {0} ist kein regulärer Ausdruck: {1}</translation>
    </message>
    <message>
        <source>seed = {0}: expected a whole number from 0 to {1}</source>
        <translation>seed = {0}: erwartet wurde eine ganze Zahl von 0 bis {1}</translation>
    </message>
    <message>
        <source>separable goes together with symmetric only</source>
        <translation>separabel geht nur zusammen mit symmetrisch</translation>
    </message>
    <message>
        <source>session of {0:,} characters: expected at most {1:,}</source>
        <translation>Sitzung mit {0:,} Zeichen: erwartet werden höchstens {1:,}</translation>
    </message>
    <message>
        <source>set it once for the whole program, or enter the same context around every call</source>
        <translation>einmal für das ganze Programm setzen oder um jeden Aufruf denselben Kontext legen</translation>
    </message>
    <message>
        <source>sets are not known here (\mathbb{R} and the like): conditions stand in braces, x^2 {x &gt; 0}</source>
        <translation>Mengen (\mathbb{R} und dergleichen) gibt es hier nicht: Bedingungen stehen in geschweiften Klammern, x^2 {x &gt; 0}</translation>
    </message>
    <message>
        <source>shape = {0}: expected one of {1}</source>
        <translation>shape = {0}: erwartet wurde eines von {1}</translation>
    </message>
    <message>
        <source>sigma is {0:g} at a point; expected numbers above 0</source>
        <translation>sigma ist an einem Punkt {0:g}; erwartet werden Zahlen über 0</translation>
    </message>
    <message>
        <source>size {0}: expected an odd number from {1} to {2}</source>
        <translation>Größe {0}: erwartet wurde eine ungerade Zahl von {1} bis {2}</translation>
    </message>
    <message>
        <source>solutions are drawn from {0}, each in a line</source>
        <translation>Lösungen werden ab {0} gezeichnet, jedes in einer Zeile</translation>
    </message>
    <message>
        <source>solve for which name? solve(a x = 2, x)</source>
        <translation>nach welchem Namen auflösen? solve(a x = 2, x)</translation>
    </message>
    <message>
        <source>solving line {0}</source>
        <translation>Lösen von Zeile {0}</translation>
    </message>
    <message>
        <source>something is missing before the comma</source>
        <translation>vor dem Komma fehlt etwas</translation>
    </message>
    <message>
        <source>something is missing behind {0!r}: the line ends</source>
        <translation>hinter {0!r} fehlt etwas: die Zeile ist zu Ende</translation>
    </message>
    <message>
        <source>something is missing behind {0!r}: there is {1!r}</source>
        <translation>hinter {0!r} fehlt etwas: dort steht {1!r}</translation>
    </message>
    <message>
        <source>start is {0!r}; expected a finite number for each variable</source>
        <translation>start ist {0!r}; erwartet wird eine endliche Zahl für jede Variable</translation>
    </message>
    <message>
        <source>step {0} has no number, switch or choice called {1} that could move</source>
        <translation>Schritt {0} hat keine Zahl, keinen Schalter und keine Auswahl namens {1}, die sich ändern könnte</translation>
    </message>
    <message>
        <source>step {0} has no real-valued parameter {1}</source>
        <translation>Schritt {0} hat keinen reellen Parameter {1}</translation>
    </message>
    <message>
        <source>steps is {0}; expected 0 to {1} at a time</source>
        <translation>steps ist {0}; erwartet werden 0 bis {1} auf einmal</translation>
    </message>
    <message>
        <source>steps under a mask have no plain form yet: take off their masks or switch them off</source>
        <translation>Schritte unter einer Maske haben noch keine einfache Form: ihre Masken abnehmen oder sie ausschalten</translation>
    </message>
    <message>
        <source>steps: expected a list</source>
        <translation>steps: erwartet wurde eine Liste</translation>
    </message>
    <message>
        <source>stiff: solved by an implicit method; roots and extrema are not looked for</source>
        <translation>steif: implizit gelöst; nach Nullstellen und Extrema wird nicht gesucht</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>stopped after {0:g} s</source>
        <translation>nach {0:g} s abgebrochen</translation>
    </message>
    <message>
        <source>stopped after {0:g} s at order {1}</source>
        <translation>nach {0:g} s bei Ordnung {1} angehalten</translation>
    </message>
    <message>
        <source>stopped after {0:g} s of tracing</source>
        <translation>nach {0:g} s Aufzeichnung angehalten</translation>
    </message>
    <message>
        <source>stopped: about {0:,.0f} equations, at most {1:,}</source>
        <translation>angehalten: etwa {0:,.0f} Gleichungen, höchstens {1:,}</translation>
    </message>
    <message>
        <source>stopped: order {0} has {1:,} parts as a formula, at most {2:,}</source>
        <translation>angehalten: Ordnung {0} hat als Formel {1:,} Teile, höchstens {2:,}</translation>
    </message>
    <message>
        <source>stopped: would take about {0:.0f} s, at most {1:g} s</source>
        <translation>angehalten: würde etwa {0:.0f} s dauern, höchstens {1:g} s</translation>
    </message>
    <message>
        <source>stopped: {0:,} equations, at most {1:,}</source>
        <translation>angehalten: {0:,} Gleichungen, höchstens {1:,}</translation>
    </message>
    <message>
        <source>strength is {0}; expected 0 or more</source>
        <translation>strength ist {0}; erwartet wird eine Zahl ab 0</translation>
    </message>
    <message>
        <source>stroke: source = {0}: expected [x, y]</source>
        <translation>stroke: source = {0}: erwartet wurde [x, y]</translation>
    </message>
    <message>
        <source>studying line {0}</source>
        <translation>Untersuchen von Zeile {0}</translation>
    </message>
    <message>
        <source>subs is not known here: a value is put into f as f(2)</source>
        <translation>subs gibt es hier nicht: einen Wert setzt man als f(2) in f ein</translation>
    </message>
    <message>
        <source>text: file = {0}: no such file</source>
        <translation>Text: Datei = {0}: diese Datei gibt es nicht</translation>
    </message>
    <message>
        <source>text: file = {0}: not a font ({1})</source>
        <translation>Text: Datei = {0}: keine Schrift ({1})</translation>
    </message>
    <message>
        <source>the Airy function Ai, which solves y&apos;&apos; = x y and vanishes at infinity</source>
        <translation>die Airy-Funktion Ai, die y&apos;&apos; = x y löst und im Unendlichen verschwindet</translation>
    </message>
    <message>
        <source>the Airy function Bi, which solves y&apos;&apos; = x y and grows</source>
        <translation>die Airy-Funktion Bi, die y&apos;&apos; = x y löst und wächst</translation>
    </message>
    <message>
        <source>the Bessel function J of the first kind, of real order n</source>
        <translation>die Bessel-Funktion J erster Art der reellen Ordnung n</translation>
    </message>
    <message>
        <source>the Bessel function Y of the second kind, of real order n; x above 0</source>
        <translation>die Bessel-Funktion Y zweiter Art der reellen Ordnung n; x über 0</translation>
    </message>
    <message>
        <source>the Chebyshev polynomial T of degree n, cos(n acos(x)); of a degree that is no whole number from x = -1 on</source>
        <translation>das Tschebyscheff-Polynom T vom Grad n, cos(n acos(x)); bei einem Grad, der keine ganze Zahl ist, ab x = -1</translation>
    </message>
    <message>
        <source>the Chebyshev polynomial U of degree n</source>
        <translation>das Tschebyscheff-Polynom U vom Grad n</translation>
    </message>
    <message>
        <source>the Dask scheduler is gone: run the same command again to go on</source>
        <translation>der Dask-Scheduler ist fort: derselbe Befehl noch einmal setzt die Arbeit fort</translation>
    </message>
    <message>
        <source>the Fresnel integral C, of cos(pi t^2/2) from 0 to x</source>
        <translation>das Fresnel-Integral C, von cos(pi t^2/2) von 0 bis x</translation>
    </message>
    <message>
        <source>the Fresnel integral S, of sin(pi t^2/2) from 0 to x</source>
        <translation>das Fresnel-Integral S, von sin(pi t^2/2) von 0 bis x</translation>
    </message>
    <message>
        <source>the Gegenbauer polynomial C of degree n with the parameter a</source>
        <translation>das Gegenbauer-Polynom C vom Grad n mit dem Parameter a</translation>
    </message>
    <message>
        <source>the Hermite polynomial H of degree n, orthogonal for the weight exp(-x^2)</source>
        <translation>das Hermite-Polynom H vom Grad n, orthogonal zum Gewicht exp(-x^2)</translation>
    </message>
    <message>
        <source>the Laguerre polynomial of degree n</source>
        <translation>das Laguerre-Polynom vom Grad n</translation>
    </message>
    <message>
        <source>the Legendre polynomial P of degree n; of a degree that is no whole number from x = -1 on</source>
        <translation>das Legendre-Polynom P vom Grad n; bei einem Grad, der keine ganze Zahl ist, ab x = -1</translation>
    </message>
    <message>
        <source>the Taylor polynomial at a place</source>
        <translation>das Taylor-Polynom an einer Stelle</translation>
    </message>
    <message>
        <source>the angle at B between the directions to A and to C, from 0 to π</source>
        <translation>der Winkel bei B zwischen den Richtungen nach A und nach C, von 0 bis π</translation>
    </message>
    <message>
        <source>the animation was stopped</source>
        <translation>die Animation wurde angehalten</translation>
    </message>
    <message>
        <source>the area from {0} to {1}: expected two finite numbers</source>
        <translation>die Fläche von {0} bis {1}: erwartet werden zwei endliche Zahlen</translation>
    </message>
    <message>
        <source>the argument: of a real number 0 or π, in color(…) that of z</source>
        <translation>das Argument: einer reellen Zahl 0 oder π, in color(…) das von z</translation>
    </message>
    <message>
        <source>the associated Laguerre polynomial of degree n with the parameter a</source>
        <translation>das zugeordnete Laguerre-Polynom vom Grad n mit dem Parameter a</translation>
    </message>
    <message>
        <source>the band from {0} to {1}: expected the smaller first</source>
        <translation>das Band von {0} bis {1}: die kleinere Zahl steht zuerst</translation>
    </message>
    <message>
        <source>the base of {0} stands behind here and first elsewhere: {1}</source>
        <translation>die Basis von {0} steht hier hinten und anderswo vorn: {1}</translation>
    </message>
    <message>
        <source>the bounds of an integral stand behind its function</source>
        <translation>die Grenzen eines Integrals stehen hinter seiner Funktion</translation>
    </message>
    <message>
        <source>the bounds of {0} are {1:g} and {2:g}; expected the smaller one first</source>
        <translation>die Grenzen von {0} sind {1:g} und {2:g}; die kleinere steht zuerst</translation>
    </message>
    <message>
        <source>the bounds of ∑ stand behind _ and ^: ∑_{n=1}^{4} n</source>
        <translation>die Grenzen von ∑ stehen hinter _ und ^: ∑_{n=1}^{4} n</translation>
    </message>
    <message>
        <source>the character U+{0:04X}</source>
        <translation>das Zeichen U+{0:04X}</translation>
    </message>
    <message>
        <source>the complete elliptic integral E of the parameter m = k^2; m up to 1</source>
        <translation>das vollständige elliptische Integral E des Parameters m = k^2; m bis 1</translation>
    </message>
    <message>
        <source>the complete elliptic integral K of the parameter m = k^2; m below 1</source>
        <translation>das vollständige elliptische Integral K des Parameters m = k^2; m unter 1</translation>
    </message>
    <message>
        <source>the complete elliptic integral Pi of the characteristic n and the parameter m = k^2; both below 1</source>
        <translation>das vollständige elliptische Integral Pi der Charakteristik n und des Parameters m = k^2; beide unter 1</translation>
    </message>
    <message>
        <source>the complex conjugate: of a real number the number itself, in color(…) that of z</source>
        <translation>die konjugiert komplexe Zahl: einer reellen Zahl die Zahl selbst, in color(…) die von z</translation>
    </message>
    <message>
        <source>the condition of a filter</source>
        <translation>die Bedingung eines Filters</translation>
    </message>
    <message>
        <source>the correlation of two lists, Pearson&apos;s</source>
        <translation>die Korrelation zweier Listen, nach Pearson</translation>
    </message>
    <message>
        <source>the covariance of two lists that are a sample, with n - 1 below</source>
        <translation>die Kovarianz zweier Listen, die eine Stichprobe sind, durch n - 1 geteilt</translation>
    </message>
    <message>
        <source>the covariance of two lists that are the whole population, with n below</source>
        <translation>die Kovarianz zweier Listen, die die Grundgesamtheit sind, durch n geteilt</translation>
    </message>
    <message>
        <source>the curve explains less than half of the points&apos; spread</source>
        <translation>die Kurve erklärt weniger als die Hälfte der Streuung der Punkte</translation>
    </message>
    <message>
        <source>the data has {0} columns of numbers; expected {1}</source>
        <translation>die Daten haben {0} Spalten mit Zahlen; erwartet wird {1}</translation>
    </message>
    <message>
        <source>the derivative is written d/dx {0}(x)</source>
        <translation>die Ableitung schreibt man d/dx {0}(x)</translation>
    </message>
    <message>
        <source>the derivative of airyai</source>
        <translation>die Ableitung von airyai</translation>
    </message>
    <message>
        <source>the derivative of airybi</source>
        <translation>die Ableitung von airybi</translation>
    </message>
    <message>
        <source>the derivative of f is written f&apos;(x)</source>
        <translation>die Ableitung von f schreibt man f&apos;(x)</translation>
    </message>
    <message>
        <source>the distance of (x, y) from the origin is hypot(x, y)</source>
        <translation>der Abstand von (x, y) vom Ursprung ist hypot(x, y)</translation>
    </message>
    <message>
        <source>the distance of two points</source>
        <translation>der Abstand zweier Punkte</translation>
    </message>
    <message>
        <source>the ends of a range are numbers</source>
        <translation>die Enden eines Bereichs sind Zahlen</translation>
    </message>
    <message>
        <source>the equation must say what {0} equals: {0} stands alone, or as a term, on the left</source>
        <translation>die Gleichung muss sagen, was {0} ist: {0} steht links allein oder als Summand</translation>
    </message>
    <message>
        <source>the equation of this initial value cannot be read</source>
        <translation>die Gleichung zu diesem Anfangswert ist nicht lesbar</translation>
    </message>
    <message>
        <source>the equation of {0} has order {1}: {2} has no initial value</source>
        <translation>die Gleichung von {0} hat die Ordnung {1}: {2} hat keinen Anfangswert</translation>
    </message>
    <message>
        <source>the error is not known</source>
        <translation>der Fehler ist nicht bekannt</translation>
    </message>
    <message>
        <source>the fit is of another model than line {0}</source>
        <translation>die Anpassung gehört zu einem anderen Modell als Zeile {0}</translation>
    </message>
    <message>
        <source>the formula as a product</source>
        <translation>die Formel als Produkt</translation>
    </message>
    <message>
        <source>the formula as a sum</source>
        <translation>die Formel als Summe</translation>
    </message>
    <message>
        <source>the formula contains a hypergeometric function that is not known here</source>
        <translation>die Formel enthält eine hypergeometrische Funktion, die hier nicht bekannt ist</translation>
    </message>
    <message>
        <source>the formula contains a polygamma function of too high an order</source>
        <translation>die Formel enthält eine Polygammafunktion zu hoher Ordnung</translation>
    </message>
    <message>
        <source>the formula contains an exponential integral of an order that is not known here</source>
        <translation>die Formel enthält ein Exponentialintegral einer Ordnung, die hier nicht bekannt ist</translation>
    </message>
    <message>
        <source>the formula contains an incomplete beta function between two bounds</source>
        <translation>die Formel enthält eine unvollständige Betafunktion zwischen zwei Grenzen</translation>
    </message>
    <message>
        <source>the formula contains the derivative of {0}, which has no name</source>
        <translation>die Formel enthält die Ableitung von {0}, die keinen Namen hat</translation>
    </message>
    <message>
        <source>the formula contains {0}(…) without bounds</source>
        <translation>die Formel enthält {0}(…) ohne Grenzen</translation>
    </message>
    <message>
        <source>the formula contains {0}, which cannot be computed here</source>
        <translation>die Formel enthält {0}, das hier nicht berechnet werden kann</translation>
    </message>
    <message>
        <source>the formula in its simplest form</source>
        <translation>die Formel in ihrer einfachsten Form</translation>
    </message>
    <message>
        <source>the function has no value beside this place</source>
        <translation>die Funktion hat neben dieser Stelle keinen Wert</translation>
    </message>
    <message>
        <source>the gradient has a switch in the line&apos;s options; d/dx and d/dy are its components</source>
        <translation>der Gradient hat einen Schalter in den Optionen der Zeile; seine Komponenten sind d/dx und d/dy</translation>
    </message>
    <message>
        <source>the greatest common divisor of a list of whole numbers</source>
        <translation>der größte gemeinsame Teiler einer Liste ganzer Zahlen</translation>
    </message>
    <message>
        <source>the greatest common divisor of whole numbers</source>
        <translation>der größte gemeinsame Teiler ganzer Zahlen</translation>
    </message>
    <message>
        <source>the greatest element of a list</source>
        <translation>das größte Element einer Liste</translation>
    </message>
    <message>
        <source>the half of a straight line that begins at A and goes through B</source>
        <translation>die Halbgerade, die bei A beginnt und durch B geht</translation>
    </message>
    <message>
        <source>the imaginary part: of a real number 0, in color(…) that of z</source>
        <translation>der Imaginärteil: einer reellen Zahl 0, in color(…) der von z</translation>
    </message>
    <message>
        <source>the imaginary unit is not known here: functions are real</source>
        <translation>die imaginäre Einheit gibt es hier nicht: Funktionen sind reell</translation>
    </message>
    <message>
        <source>the imaginary unit, which is not known here</source>
        <translation>die imaginäre Einheit, die es hier nicht gibt</translation>
    </message>
    <message>
        <source>the incomplete elliptic integral E of an angle and the parameter m = k^2</source>
        <translation>das unvollständige elliptische Integral E eines Winkels und des Parameters m = k^2</translation>
    </message>
    <message>
        <source>the incomplete elliptic integral F of an angle and the parameter m = k^2</source>
        <translation>das unvollständige elliptische Integral F eines Winkels und des Parameters m = k^2</translation>
    </message>
    <message>
        <source>the incomplete elliptic integral Pi of the characteristic n, an angle and the parameter m = k^2</source>
        <translation>das unvollständige elliptische Integral Pi der Charakteristik n, eines Winkels und des Parameters m = k^2</translation>
    </message>
    <message>
        <source>the inputs lie on several drives, expected photos of one</source>
        <translation>die Eingaben liegen auf mehreren Laufwerken, erwartet wurden Fotos von einem</translation>
    </message>
    <message>
        <source>the integral diverges at {0} = {1}</source>
        <translation>das Integral divergiert bei {0} = {1}</translation>
    </message>
    <message>
        <source>the integral&apos;s variable was expected</source>
        <translation>erwartet wurde die Variable des Integrals</translation>
    </message>
    <message>
        <source>the key from the seed</source>
        <translation>der Schlüssel aus dem Startwert</translation>
    </message>
    <message>
        <source>the last number</source>
        <translation>die letzte Zahl</translation>
    </message>
    <message>
        <source>the least common multiple of a list of whole numbers</source>
        <translation>das kleinste gemeinsame Vielfache einer Liste ganzer Zahlen</translation>
    </message>
    <message>
        <source>the least common multiple of whole numbers</source>
        <translation>das kleinste gemeinsame Vielfache ganzer Zahlen</translation>
    </message>
    <message>
        <source>the least element of a list</source>
        <translation>das kleinste Element einer Liste</translation>
    </message>
    <message>
        <source>the limit at a place, from both sides</source>
        <translation>der Grenzwert an einer Stelle, von beiden Seiten</translation>
    </message>
    <message>
        <source>the list has {0} elements; {1:g} is none of the places 1 to {0}</source>
        <translation>die Liste hat {0} Elemente; {1:g} ist keine der Stellen 1 bis {0}</translation>
    </message>
    <message>
        <source>the lists differ in length: {0}; expected as many numbers in each</source>
        <translation>die Listen sind verschieden lang: {0}; erwartet werden gleich viele Zahlen</translation>
    </message>
    <message>
        <source>the longest</source>
        <translation>der längsten</translation>
    </message>
    <message>
        <source>the loss needs a target of the result&apos;s size</source>
        <translation>die Verlustfunktion braucht ein Ziel von der Größe des Ergebnisses</translation>
    </message>
    <message>
        <source>the mapped axes must be equally long, not {0}</source>
        <translation>die abgebildeten Achsen müssen gleich lang sein, nicht {0}</translation>
    </message>
    <message>
        <source>the mean distance of a list&apos;s elements from their mean</source>
        <translation>der mittlere Abstand der Elemente einer Liste von ihrem Mittel</translation>
    </message>
    <message>
        <source>the mean of a list</source>
        <translation>das Mittel einer Liste</translation>
    </message>
    <message>
        <source>the model has no finite value at every point with {0}; expected another start</source>
        <translation>mit {0} hat das Modell nicht an jedem Punkt einen endlichen Wert; erwartet wird ein anderer Start</translation>
    </message>
    <message>
        <source>the model has no parameter that is free; expected at least one, as a in y ~ a x</source>
        <translation>das Modell hat keinen freien Parameter; erwartet wird mindestens einer, wie a in y ~ a x</translation>
    </message>
    <message>
        <source>the model has no parameter {0!r}; expected {1}</source>
        <translation>das Modell hat keinen Parameter {0!r}; erwartet wird {1}</translation>
    </message>
    <message>
        <source>the model has no parameter; expected at least one, as a in y ~ a x</source>
        <translation>das Modell hat keinen Parameter; erwartet wird mindestens einer, wie a in y ~ a x</translation>
    </message>
    <message>
        <source>the modified Bessel function I, of real order n</source>
        <translation>die modifizierte Bessel-Funktion I der reellen Ordnung n</translation>
    </message>
    <message>
        <source>the modified Bessel function K, of real order n; x above 0</source>
        <translation>die modifizierte Bessel-Funktion K der reellen Ordnung n; x über 0</translation>
    </message>
    <message>
        <source>the name has no suffix</source>
        <translation>der Name hat keine Endung</translation>
    </message>
    <message>
        <source>the name is empty, expected one such as {stem}</source>
        <translation>der Name ist leer, erwartet wurde einer wie {stem}</translation>
    </message>
    <message>
        <source>the number at {0}</source>
        <translation>die Zahl an Stelle {0}</translation>
    </message>
    <message>
        <source>the number below which the share p of a list lies, between two elements in proportion, as NumPy&apos;s</source>
        <translation>die Zahl, unter der der Anteil p einer Liste liegt, zwischen zwei Elementen im Verhältnis, wie bei NumPy</translation>
    </message>
    <message>
        <source>the number e</source>
        <translation>die Zahl e</translation>
    </message>
    <message>
        <source>the number in the middle of a sorted list</source>
        <translation>die Zahl in der Mitte einer sortierten Liste</translation>
    </message>
    <message>
        <source>the number of a quartile</source>
        <translation>die Nummer eines Quartils</translation>
    </message>
    <message>
        <source>the number pi</source>
        <translation>die Zahl pi</translation>
    </message>
    <message>
        <source>the number tau</source>
        <translation>die Zahl tau</translation>
    </message>
    <message>
        <source>the numbers before the dots are not equally far apart</source>
        <translation>die Zahlen vor den Punkten haben nicht den gleichen Abstand</translation>
    </message>
    <message>
        <source>the order of a Taylor polynomial is a whole number up to {0}</source>
        <translation>die Ordnung eines Taylor-Polynoms ist eine ganze Zahl bis {0}</translation>
    </message>
    <message>
        <source>the order, 1 to {0}, stands twice: d^2/d{1}^2</source>
        <translation>die Ordnung, 1 bis {0}, steht zweimal: d^2/d{1}^2</translation>
    </message>
    <message>
        <source>the parameter {0} stands twice</source>
        <translation>der Parameter {0} steht zweimal</translation>
    </message>
    <message>
        <source>the parameters move no further</source>
        <translation>die Parameter bewegen sich nicht weiter</translation>
    </message>
    <message>
        <source>the path of a file, at most {0} characters, or an empty text for none</source>
        <translation>der Pfad einer Datei, höchstens {0} Zeichen, oder ein leerer Text für keine</translation>
    </message>
    <message>
        <source>the photo is not open any more</source>
        <translation>das Foto ist nicht mehr geöffnet</translation>
    </message>
    <message>
        <source>the place in a list</source>
        <translation>die Stelle in einer Liste</translation>
    </message>
    <message>
        <source>the point half way between two points</source>
        <translation>der Punkt in der Mitte zwischen zwei Punkten</translation>
    </message>
    <message>
        <source>the point has {0} numbers: expected one for each of {1}</source>
        <translation>der Punkt hat {0} Zahlen: erwartet wird eine für jede von {1}</translation>
    </message>
    <message>
        <source>the points do not vary: a constant explains them</source>
        <translation>die Punkte sind alle gleich hoch: eine Konstante erklärt sie</translation>
    </message>
    <message>
        <source>the points have {0} inputs; expected {1}</source>
        <translation>die Punkte haben {0} Eingaben; erwartet wird {1}</translation>
    </message>
    <message>
        <source>the polylogarithm of order s, the sum of x^k/k^s over k from 1; x up to 1</source>
        <translation>der Polylogarithmus der Ordnung s, die Summe von x^k/k^s über k ab 1; x bis 1</translation>
    </message>
    <message>
        <source>the product diverges</source>
        <translation>das Produkt divergiert</translation>
    </message>
    <message>
        <source>the product of a list</source>
        <translation>das Produkt einer Liste</translation>
    </message>
    <message>
        <source>the program does not use this argument, and is compiled for its type all the same: leave it out of the call, or give it one shape</source>
        <translation>das Programm benutzt dieses Argument nicht und wird doch für seinen Typ übersetzt: aus dem Aufruf lassen oder immer dieselbe Form geben</translation>
    </message>
    <message>
        <source>the range of a slider is [low, high], two numbers, the lower one first</source>
        <translation>der Bereich eines Reglers ist [unten, oben], zwei Zahlen, die kleinere zuerst</translation>
    </message>
    <message>
        <source>the range of x is {0} to {1}; expected two finite numbers, the smaller first</source>
        <translation>der Bereich von x ist {0} bis {1}; erwartet werden zwei endliche Zahlen, die kleinere zuerst</translation>
    </message>
    <message>
        <source>the real part: of a real number the number itself, in color(…) that of z</source>
        <translation>der Realteil: einer reellen Zahl die Zahl selbst, in color(…) der von z</translation>
    </message>
    <message>
        <source>the real solutions of an equation</source>
        <translation>die reellen Lösungen einer Gleichung</translation>
    </message>
    <message>
        <source>the recipe makes {0} of the photo, but the target is {1}: expected pictures of one size and as many channels</source>
        <translation>das Rezept macht aus dem Foto {0}, das Ziel ist aber {1}: erwartet wurden Bilder gleicher Größe mit gleich vielen Kanälen</translation>
    </message>
    <message>
        <source>the same key</source>
        <translation>derselbe Schlüssel</translation>
    </message>
    <message>
        <source>the seed</source>
        <translation>der Startwert</translation>
    </message>
    <message>
        <source>the sequence {0} cannot be read</source>
        <translation>die Folge {0} ist nicht lesbar</translation>
    </message>
    <message>
        <source>the share for testing is {0:g}: expected 0.05 to 0.9</source>
        <translation>der Anteil zum Testen ist {0:g}: erwartet wird 0.05 bis 0.9</translation>
    </message>
    <message>
        <source>the share of a quantile</source>
        <translation>der Anteil eines Quantils</translation>
    </message>
    <message>
        <source>the share of a quantile is 0 to 1, not {0:g}</source>
        <translation>der Anteil eines Quantils ist 0 bis 1, nicht {0:g}</translation>
    </message>
    <message>
        <source>the sign of degrees stands behind the angle: {0}</source>
        <translation>das Gradzeichen steht hinter dem Winkel: {0}</translation>
    </message>
    <message>
        <source>the signs &lt; and &gt; point against one another: between two conditions stands and, or or</source>
        <translation>die Zeichen &lt; und &gt; zeigen gegeneinander: zwischen zwei Bedingungen steht and oder or</translation>
    </message>
    <message>
        <source>the sizes differ: {0} × {1} and {2} × {3} pixels; expected two pictures of one size</source>
        <translation>die Größen sind verschieden: {0} × {1} und {2} × {3} Pixel; erwartet wurden zwei Bilder gleicher Größe</translation>
    </message>
    <message>
        <source>the slope of the sum of squares is 0</source>
        <translation>die Steigung der Quadratsumme ist 0</translation>
    </message>
    <message>
        <source>the small exponent is no number and no product of letters</source>
        <translation>der hochgestellte Exponent ist weder eine Zahl noch ein Produkt von Buchstaben</translation>
    </message>
    <message>
        <source>the small {0} stands behind what it is the exponent of</source>
        <translation>das hochgestellte {0} steht hinter dem, dessen Exponent es ist</translation>
    </message>
    <message>
        <source>the solution does not reach {0}</source>
        <translation>die Lösung reicht nicht bis {0}</translation>
    </message>
    <message>
        <source>the solution ends: its slope becomes infinite</source>
        <translation>die Lösung endet: ihre Steigung wird unendlich</translation>
    </message>
    <message>
        <source>the solution ends: the right side has no value beyond</source>
        <translation>die Lösung endet: jenseits hat die rechte Seite keinen Wert</translation>
    </message>
    <message>
        <source>the solution has a pole and ends here</source>
        <translation>die Lösung hat eine Polstelle und endet hier</translation>
    </message>
    <message>
        <source>the stages of this run are no longer kept: inspect it again</source>
        <translation>die Stufen dieses Laufs sind nicht mehr aufbewahrt: noch einmal inspizieren</translation>
    </message>
    <message>
        <source>the standard deviation of a list that is a sample, with n - 1 below</source>
        <translation>die Standardabweichung einer Liste, die eine Stichprobe ist, durch n - 1 geteilt</translation>
    </message>
    <message>
        <source>the standard deviation of a list that is the whole population, with n below</source>
        <translation>die Standardabweichung einer Liste, die die Grundgesamtheit ist, durch n geteilt</translation>
    </message>
    <message>
        <source>the straight line from one point to another</source>
        <translation>die Strecke von einem Punkt zu einem anderen</translation>
    </message>
    <message>
        <source>the straight line through two points</source>
        <translation>die Gerade durch zwei Punkte</translation>
    </message>
    <message>
        <source>the sum diverges</source>
        <translation>die Summe divergiert</translation>
    </message>
    <message>
        <source>the sum of 1/(n + q)^x over n from 0, as Hurwitz&apos;s; with q = 1 Riemann&apos;s; continued left of its pole at x = 1</source>
        <translation>die Summe von 1/(n + q)^x über n ab 0, nach Hurwitz; mit q = 1 die von Riemann; links ihres Pols bei x = 1 fortgesetzt</translation>
    </message>
    <message>
        <source>the sum of squares falls no further</source>
        <translation>die Quadratsumme sinkt nicht weiter</translation>
    </message>
    <message>
        <source>the target is {0}: SSIM needs at least {1} × {1} pixels</source>
        <translation>das Ziel ist {0}: SSIM braucht mindestens {1} × {1} Pixel</translation>
    </message>
    <message>
        <source>the time is over</source>
        <translation>die Zeit ist um</translation>
    </message>
    <message>
        <source>the values are too large to be compared</source>
        <translation>die Werte sind zu groß, um verglichen zu werden</translation>
    </message>
    <message>
        <source>the video cannot be encoded: {0}</source>
        <translation>das Video lässt sich nicht kodieren: {0}</translation>
    </message>
    <message>
        <source>the weights sum to 0 and cannot be divided by their sum</source>
        <translation>die Summe der Gewichte ist 0, durch sie kann nicht geteilt werden</translation>
    </message>
    <message>
        <source>the {0} holds values that are not finite: expected numbers alone</source>
        <translation>{0} enthält Werte, die nicht endlich sind: erwartet wurden nur Zahlen</translation>
    </message>
    <message>
        <source>there are as many parameters as points: that the curve meets them says nothing</source>
        <translation>es gibt so viele Parameter wie Punkte: dass die Kurve sie trifft, sagt nichts</translation>
    </message>
    <message>
        <source>there are no filters to keep: add one first</source>
        <translation>es gibt keine Filter zu behalten: erst einen hinzufügen</translation>
    </message>
    <message>
        <source>there is no value between {0:.6g} and {1:.6g}</source>
        <translation>zwischen {0:.6g} und {1:.6g} gibt es keinen Wert</translation>
    </message>
    <message>
        <source>this JAX has no {0}</source>
        <translation>dieses JAX hat kein {0}</translation>
    </message>
    <message>
        <source>together they would be {0} × {1}: expected at most {2} × {2}</source>
        <translation>zusammen wären sie {0} × {1}: erwartet wurden höchstens {2} × {2}</translation>
    </message>
    <message>
        <source>too dark to tell the light: pick something lighter that should be gray</source>
        <translation>zu dunkel, um das Licht zu erkennen: etwas Helleres wählen, das grau sein soll</translation>
    </message>
    <message>
        <source>touch without crossing</source>
        <translation>berühren sich, ohne sich zu kreuzen</translation>
    </message>
    <message>
        <source>touches zero without crossing it</source>
        <translation>berührt null, ohne zu kreuzen</translation>
    </message>
    <message>
        <source>true</source>
        <translation>wahr</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>undefined</source>
        <translation>undefiniert</translation>
    </message>
    <message>
        <source>up to {0} steps with | between them, such as gaussian_blur sigma=2 | invert</source>
        <translation>bis zu {0} Schritte mit | dazwischen, wie gaussian_blur sigma=2 | invert</translation>
    </message>
    <message>
        <source>used more than {0} of memory; its process was ended</source>
        <translation>hat mehr als {0} Speicher gebraucht; der Prozess wurde beendet</translation>
    </message>
    <message>
        <source>value {0:.6g}</source>
        <translation>Wert {0:.6g}</translation>
    </message>
    <message>
        <source>values were expected, such as f32(3) or i32([1, 2])</source>
        <translation>erwartet wurden Werte wie f32(3) oder i32([1, 2])</translation>
    </message>
    <message>
        <source>values {0}: expected one of {1}</source>
        <translation>Werte {0}: erwartet wurde eines von {1}</translation>
    </message>
    <message>
        <source>watermark: file = {0}: no such file</source>
        <translation>Wasserzeichen: Datei = {0}: diese Datei gibt es nicht</translation>
    </message>
    <message>
        <source>watermark: file = {0}: not a picture ({1})</source>
        <translation>Wasserzeichen: Datei = {0}: kein Bild ({1})</translation>
    </message>
    <message>
        <source>whole numbers were expected as sizes, such as f32[3,3]</source>
        <translation>als Größen wurden ganze Zahlen erwartet, wie f32[3,3]</translation>
    </message>
    <message>
        <source>with a derivative rule of its own</source>
        <translation>mit einer eigenen Ableitungsregel</translation>
    </message>
    <message>
        <source>with times that scatter too much to compare</source>
        <translation>mit Zeiten, die für einen Vergleich zu sehr streuen</translation>
    </message>
    <message>
        <source>working_space = &apos;auto&apos;: expected version {0}</source>
        <translation>working_space = &apos;auto&apos;: erwartet wurde Version {0}</translation>
    </message>
    <message>
        <source>working_space = {0}: expected {1}</source>
        <translation>working_space = {0}: erwartet wurde {1}</translation>
    </message>
    <message>
        <source>write every call the same way: each argument that moves between position and keyword, or is left out, is another call</source>
        <translation>jeden Aufruf gleich schreiben: ein Argument, das zwischen Position und Schlüsselwort wechselt oder wegbleibt, ist ein anderer Aufruf</translation>
    </message>
    <message>
        <source>written at {0}</source>
        <translation>geschrieben an Stelle {0}</translation>
    </message>
    <message>
        <source>zero from {0:.6g} to {1:.6g}</source>
        <translation>null von {0:.6g} bis {1:.6g}</translation>
    </message>
    <message>
        <source>{0:,} evaluations were not enough</source>
        <translation>{0:,} Auswertungen waren nicht genug</translation>
    </message>
    <message>
        <source>{0:,} pictures: expected {1} at most</source>
        <translation>{0:,} Bilder: erwartet wurden höchstens {1}</translation>
    </message>
    <message>
        <source>{0:,} pixels were not numbers: NaN is written as 0, infinity as the end of the range</source>
        <translation>{0:,} Pixel waren keine Zahlen: NaN wird als 0 geschrieben, Unendlich als Ende des Wertebereichs</translation>
    </message>
    <message>
        <source>{0} = {1}: expected a text</source>
        <translation>{0} = {1}: erwartet wurde ein Text</translation>
    </message>
    <message>
        <source>{0} = {1}: expected {2}</source>
        <translation>{0} = {1}: erwartet wurde {2}</translation>
    </message>
    <message>
        <source>{0} and the CPU are out of memory for this recipe</source>
        <translation>{0} und die CPU haben nicht genug Speicher für dieses Rezept</translation>
    </message>
    <message>
        <source>{0} and {1} would both be written to {2}; expected a folder, or a pattern such as &apos;{{stem}}-{{index}}.png&apos;</source>
        <translation>{0} und {1} würden beide nach {2} geschrieben; erwartet wurde ein Ordner oder ein Muster wie &apos;{{stem}}-{{index}}.png&apos;</translation>
    </message>
    <message>
        <source>{0} as {5}</source>
        <translation>{0} als {5}</translation>
    </message>
    <message>
        <source>{0} colours: expected {1}³ = {2}</source>
        <translation>{0} Farben: erwartet wurden {1}³ = {2}</translation>
    </message>
    <message>
        <source>{0} comes with the studio: choose another name</source>
        <translation>{0} gehört zum Studio: einen anderen Namen wählen</translation>
    </message>
    <message>
        <source>{0} depends on the size of the image: expected --size HEIGHTxWIDTH</source>
        <translation>{0} hängt von der Größe des Bildes ab: erwartet wurde --size HÖHExBREITE</translation>
    </message>
    <message>
        <source>{0} ended its process itself (exit code {1})</source>
        <translation>{0} hat seinen Prozess selbst beendet (Exitcode {1})</translation>
    </message>
    <message>
        <source>{0} exists already: choose another name</source>
        <translation>{0} gibt es schon: einen anderen Namen wählen</translation>
    </message>
    <message>
        <source>{0} files are read, not written</source>
        <translation>{0}-Dateien werden gelesen, nicht geschrieben</translation>
    </message>
    <message>
        <source>{0} for whole n</source>
        <translation>{0} für ganze n</translation>
    </message>
    <message>
        <source>{0} from the left</source>
        <translation>{0} von links</translation>
    </message>
    <message>
        <source>{0} from the left, {1} from the right</source>
        <translation>{0} von links, {1} von rechts</translation>
    </message>
    <message>
        <source>{0} from the right</source>
        <translation>{0} von rechts</translation>
    </message>
    <message>
        <source>{0} has no function {1}{2}</source>
        <translation>{0} hat keine Funktion {1}{2}</translation>
    </message>
    <message>
        <source>{0} has no parameter {1}: it has {2}</source>
        <translation>{0} hat keinen Parameter {1}: es hat {2}</translation>
    </message>
    <message>
        <source>{0} is a solution, which a line {1}(0) = … draws; other lines use its values, as {1}(3)</source>
        <translation>{0} ist eine Lösung, die eine Zeile {1}(0) = … zeichnet; andere Zeilen verwenden ihre Werte, etwa {1}(3)</translation>
    </message>
    <message>
        <source>{0} is finite</source>
        <translation>{0} ist endlich</translation>
    </message>
    <message>
        <source>{0} is given twice</source>
        <translation>{0} ist zweimal angegeben</translation>
    </message>
    <message>
        <source>{0} is no parameter: {1}</source>
        <translation>{0} ist kein Parameter: {1}</translation>
    </message>
    <message>
        <source>{0} is the name of another filter: choose another one</source>
        <translation>{0} heißt schon ein anderer Filter: einen anderen Namen wählen</translation>
    </message>
    <message>
        <source>{0} masks: expected at most {1}</source>
        <translation>{0} Masken: erwartet wurden höchstens {1}</translation>
    </message>
    <message>
        <source>{0} needs the package {1}: pip install &apos;jaxstudio[formats]&apos;</source>
        <translation>{0} braucht das Paket {1}: pip install &apos;jaxstudio[formats]&apos;</translation>
    </message>
    <message>
        <source>{0} needs the whole picture in memory: expected at most {1:.0f} megapixels, or no such step</source>
        <translation>{0} braucht das ganze Bild im Speicher: erwartet wurden höchstens {1:.0f} Megapixel oder kein solcher Schritt</translation>
    </message>
    <message>
        <source>{0} nodes: expected 2 to {1}</source>
        <translation>{0} Knoten: erwartet wurden 2 bis {1}</translation>
    </message>
    <message>
        <source>{0} repeated to {5}</source>
        <translation>{0} wiederholt zu {5}</translation>
    </message>
    <message>
        <source>{0} steps: expected at most {1}</source>
        <translation>{0} Schritte: erwartet wurden höchstens {1}</translation>
    </message>
    <message>
        <source>{0} while {1}</source>
        <translation>{0} ({1})</translation>
    </message>
    <message>
        <source>{0} with axes {5}</source>
        <translation>{0} mit Achsen {5}</translation>
    </message>
    <message>
        <source>{0} without axes {5}</source>
        <translation>{0} ohne Achsen {5}</translation>
    </message>
    <message>
        <source>{0} would be written over the input {1}; expected another folder or name: an input is replaced only where it alone is named as output</source>
        <translation>{0} würde die Eingabe {1} überschreiben; erwartet wurde ein anderer Ordner oder Name: eine Eingabe wird nur ersetzt, wenn sie allein als Ausgabe genannt ist</translation>
    </message>
    <message>
        <source>{0} {1}: expected a number from {2} to {3}</source>
        <translation>{0} {1}: erwartet wurde eine Zahl von {2} bis {3}</translation>
    </message>
    <message>
        <source>{0} {1}: too large for {2} pictures, expected {3} at most</source>
        <translation>{0} {1}: zu groß für {2} Bilder, erwartet wurde höchstens {3}</translation>
    </message>
    <message>
        <source>{0} | {1}</source>
        <translation>{0} | {1}</translation>
    </message>
    <message>
        <source>{0} × {1} with 1 channel</source>
        <translation>{0} × {1} mit 1 Kanal</translation>
    </message>
    <message>
        <source>{0} × {1} with {2} channels</source>
        <translation>{0} × {1} mit {2} Kanälen</translation>
    </message>
    <message>
        <source>{0}, at {1} = {2:.6g}</source>
        <translation>{0}, bei {1} = {2:.6g}</translation>
    </message>
    <message>
        <source>{0}, but these points do not determine every parameter</source>
        <translation>{0}, aber diese Punkte bestimmen nicht alle Parameter</translation>
    </message>
    <message>
        <source>{0}, but this is no minimum</source>
        <translation>{0}, aber dies ist kein Minimum</translation>
    </message>
    <message>
        <source>{0}, line {1}: {2}: {3}</source>
        <translation>{0}, Zeile {1}: {2}: {3}</translation>
    </message>
    <message>
        <source>{0}, part {1}</source>
        <translation>{0}, Teil {1}</translation>
    </message>
    <message>
        <source>{0}.py, line {1}: a script takes functions, classes, imports and constants at the top of a file, expected no other statement</source>
        <translation>{0}.py, Zeile {1}: ein Skript übernimmt Funktionen, Klassen, Importe und Konstanten auf oberster Ebene einer Datei, erwartet wurde keine andere Anweisung</translation>
    </message>
    <message>
        <source>{0}.py, line {1}: a script takes one definition of {2}, expected no second one</source>
        <translation>{0}.py, Zeile {1}: ein Skript übernimmt eine Definition von {2}, erwartet wurde keine zweite</translation>
    </message>
    <message>
        <source>{0}.py: {1} is not defined at its top</source>
        <translation>{0}.py: {1} ist nicht auf oberster Ebene definiert</translation>
    </message>
    <message>
        <source>{0}: 32-bit whole numbers, expected 8 or 16 bits or float</source>
        <translation>{0}: ganze Zahlen von 32 Bit, erwartet wurden 8 oder 16 Bit oder Gleitkomma</translation>
    </message>
    <message>
        <source>{0}: JPEG 2000 of {1} bits needs the package imagecodecs: pip install &apos;jaxstudio[formats]&apos;</source>
        <translation>{0}: JPEG 2000 von {1} Bit braucht das Paket imagecodecs: pip install &apos;jaxstudio[formats]&apos;</translation>
    </message>
    <message>
        <source>{0}: MP4 needs pip install &apos;jaxstudio[video]&apos;; .gif and .webp do not</source>
        <translation>{0}: MP4 braucht pip install &apos;jaxstudio[video]&apos;; .gif und .webp nicht</translation>
    </message>
    <message>
        <source>{0}: Python finds another module called {1}: {2}</source>
        <translation>{0}: Python findet ein anderes Modul namens {1}: {2}</translation>
    </message>
    <message>
        <source>{0}: StableHLO holds what JAX computes, expected other steps</source>
        <translation>{0}: StableHLO enthält, was JAX rechnet, erwartet wurden andere Schritte</translation>
    </message>
    <message>
        <source>{0}: XLA knows no flag {1}</source>
        <translation>{0}: XLA kennt keinen Schalter {1}</translation>
    </message>
    <message>
        <source>{0}: Zarr needs the package zarr: pip install &apos;jaxstudio[zarr]&apos;</source>
        <translation>{0}: Zarr braucht das Paket zarr: pip install &apos;jaxstudio[zarr]&apos;</translation>
    </message>
    <message>
        <source>{0}: a Python file (.py) was expected</source>
        <translation>{0}: erwartet wurde eine Python-Datei (.py)</translation>
    </message>
    <message>
        <source>{0}: a Python file in {1} was expected: another encoding is named in its first line, as in # coding: latin-1</source>
        <translation>{0}: erwartet wurde eine Python-Datei in {1}: eine andere Kodierung nennt die erste Zeile, wie in # coding: latin-1</translation>
    </message>
    <message>
        <source>{0}: a TIFF that is cut short or of a rare kind, expected {1}</source>
        <translation>{0}: ein abgeschnittenes TIFF oder eines seltener Art, erwartet wurde {1}</translation>
    </message>
    <message>
        <source>{0}: a Zarr group without multiscales, expected OME-Zarr or an array</source>
        <translation>{0}: eine Zarr-Gruppe ohne multiscales, erwartet wurde OME-Zarr oder ein Array</translation>
    </message>
    <message>
        <source>{0}: a Zarr that cannot be read ({1}), expected OME-Zarr</source>
        <translation>{0}: ein Zarr, das sich nicht lesen lässt ({1}), erwartet wurde OME-Zarr</translation>
    </message>
    <message>
        <source>{0}: a chunk cannot be decoded ({1})</source>
        <translation>{0}: ein Block lässt sich nicht dekodieren ({1})</translation>
    </message>
    <message>
        <source>{0}: a device or a pipe, expected a photo</source>
        <translation>{0}: ein Gerät oder eine Pipe, erwartet wurde ein Foto</translation>
    </message>
    <message>
        <source>{0}: a folder without photos, expected some of {1}</source>
        <translation>{0}: ein Ordner ohne Fotos, erwartet wurden welche von {1}</translation>
    </message>
    <message>
        <source>{0}: a folder, expected a photo (for all in it: {1})</source>
        <translation>{0}: ein Ordner, erwartet wurde ein Foto (für alle darin: {1})</translation>
    </message>
    <message>
        <source>{0}: a local name is that of something else: {1}</source>
        <translation>{0}: ein lokaler Name gehört schon etwas anderem: {1}</translation>
    </message>
    <message>
        <source>{0}: a masked step must keep the picture&apos;s size: {1} × {2} would become {3} × {4}</source>
        <translation>{0}: ein maskierter Schritt muss die Größe des Bildes behalten: aus {1} × {2} würde {3} × {4}</translation>
    </message>
    <message>
        <source>{0}: a photo of {1} × {2} has no pixels</source>
        <translation>{0}: ein Foto von {1} × {2} hat keine Pixel</translation>
    </message>
    <message>
        <source>{0}: a preset&apos;s name neither begins nor ends with a point</source>
        <translation>{0}: der Name einer Voreinstellung beginnt und endet nicht mit einem Punkt</translation>
    </message>
    <message>
        <source>{0}: a profile of other colours than RGB, {1}</source>
        <translation>{0}: ein Profil für andere Farben als RGB, {1}</translation>
    </message>
    <message>
        <source>{0}: a quote is not closed</source>
        <translation>{0}: ein Anführungszeichen ist nicht geschlossen</translation>
    </message>
    <message>
        <source>{0}: a range is for numbers, expected {1}</source>
        <translation>{0}: ein Bereich ist für Zahlen, erwartet wurde {1}</translation>
    </message>
    <message>
        <source>{0}: a table of colours holds only steps that change each colour alone</source>
        <translation>{0}: eine Farbtabelle fasst nur Schritte, die jede Farbe für sich ändern</translation>
    </message>
    <message>
        <source>{0}: an array of shape {1} with axes {2}, expected y, x and c</source>
        <translation>{0}: ein Array der Form {1} mit den Achsen {2}, erwartet wurden y, x und c</translation>
    </message>
    <message>
        <source>{0}: an array of shape {1}, expected (height, width) or (height, width, 1 to 4)</source>
        <translation>{0}: ein Array der Form {1}, erwartet wurde (Höhe, Breite) oder (Höhe, Breite, 1 bis 4)</translation>
    </message>
    <message>
        <source>{0}: an empty file, expected a photo</source>
        <translation>{0}: eine leere Datei, erwartet wurde ein Foto</translation>
    </message>
    <message>
        <source>{0}: an empty name, expected a file, a folder or a pattern</source>
        <translation>{0}: ein leerer Name, erwartet wurde eine Datei, ein Ordner oder ein Muster</translation>
    </message>
    <message>
        <source>{0}: an import fails: {1}</source>
        <translation>{0}: ein Import schlägt fehl: {1}</translation>
    </message>
    <message>
        <source>{0}: another run of this batch is at work, expected to wait for it</source>
        <translation>{0}: ein anderer Lauf dieses Stapels ist an der Arbeit, auf ihn ist zu warten</translation>
    </message>
    <message>
        <source>{0}: brackets do not match</source>
        <translation>{0}: die Klammern passen nicht zueinander</translation>
    </message>
    <message>
        <source>{0}: brush: strokes: expected a list</source>
        <translation>{0}: brush: strokes: erwartet wurde eine Liste</translation>
    </message>
    <message>
        <source>{0}: cannot be read: {1}</source>
        <translation>{0}: nicht lesbar: {1}</translation>
    </message>
    <message>
        <source>{0}: changed since the batch was begun, expected a new batch</source>
        <translation>{0}: geändert, seit der Stapel begann, erwartet wurde ein neuer Stapel</translation>
    </message>
    <message>
        <source>{0}: combine = {1}: expected {2}</source>
        <translation>{0}: combine = {1}: erwartet wurde {2}</translation>
    </message>
    <message>
        <source>{0}: damaged or cut short ({1}), expected {2}</source>
        <translation>{0}: beschädigt oder abgeschnitten ({1}), erwartet wurde {2}</translation>
    </message>
    <message>
        <source>{0}: empty, expected a manifest</source>
        <translation>{0}: leer, erwartet wurde ein Manifest</translation>
    </message>
    <message>
        <source>{0}: enabled = {1}: expected true or false</source>
        <translation>{0}: enabled = {1}: erwartet wurde true oder false</translation>
    </message>
    <message>
        <source>{0}: expected a lower-case identifier such as my_filter</source>
        <translation>{0}: erwartet wurde ein Name in Kleinbuchstaben wie my_filter</translation>
    </message>
    <message>
        <source>{0}: expected a name, the folder is chosen above</source>
        <translation>{0}: erwartet wurde ein Name, der Ordner wird darüber gewählt</translation>
    </message>
    <message>
        <source>{0}: expected an animation&apos;s suffix, one of {1}</source>
        <translation>{0}: erwartet wurde die Endung einer Animation, eine von {1}</translation>
    </message>
    <message>
        <source>{0}: expected an object, not {1}</source>
        <translation>{0}: erwartet wurde ein Objekt, nicht {1}</translation>
    </message>
    <message>
        <source>{0}: expected one shape of {1}</source>
        <translation>{0}: erwartet wurde eine Form von {1}</translation>
    </message>
    <message>
        <source>{0}: expected one step of {1}</source>
        <translation>{0}: erwartet wurde ein Schritt von {1}</translation>
    </message>
    <message>
        <source>{0}: feather = {1:g}: expected 0, its edge is soft by itself</source>
        <translation>{0}: feather = {1:g}: erwartet wurde 0, der Rand ist von sich aus weich</translation>
    </message>
    <message>
        <source>{0}: frames of {1}, expected one size</source>
        <translation>{0}: Bilder von {1}, erwartet wurde eine Größe</translation>
    </message>
    <message>
        <source>{0}: is of another recipe, seed, depth or folder of photos, expected an empty folder or the same work to go on with</source>
        <translation>{0}: gehört zu einem anderen Rezept, Startwert, einer anderen Bittiefe oder einem anderen Ordner, erwartet wurde ein leerer Ordner oder dieselbe Arbeit, um sie fortzusetzen</translation>
    </message>
    <message>
        <source>{0}: is the log of another batch (other inputs, steps or options), expected the same one or another file</source>
        <translation>{0}: ist das Protokoll eines anderen Stapels (andere Eingaben, Schritte oder Optionen), erwartet wurde derselbe oder eine andere Datei</translation>
    </message>
    <message>
        <source>{0}: is there and no Zarr, expected another name</source>
        <translation>{0}: ist vorhanden und kein Zarr, erwartet wurde ein anderer Name</translation>
    </message>
    <message>
        <source>{0}: it has changed since it was loaded</source>
        <translation>{0}: seit dem Laden geändert</translation>
    </message>
    <message>
        <source>{0}: its source is not in {1}</source>
        <translation>{0}: der Quelltext ist nicht in {1}</translation>
    </message>
    <message>
        <source>{0}: key = {1}: expected a whole number from 1 to {2}</source>
        <translation>{0}: key = {1}: erwartet wurde eine ganze Zahl von 1 bis {2}</translation>
    </message>
    <message>
        <source>{0}: key {1} is used twice</source>
        <translation>{0}: der Schlüssel {1} kommt zweimal vor</translation>
    </message>
    <message>
        <source>{0}: lies in the folder of the photos, {1}: expected another folder</source>
        <translation>{0}: liegt im Ordner der Fotos, {1}: erwartet wurde ein anderer Ordner</translation>
    </message>
    <message>
        <source>{0}: line 1: root and depth: expected a folder, and 8, 16, float32 or null</source>
        <translation>{0}: Zeile 1: root und depth: erwartet wurde ein Ordner, und 8, 16, float32 oder null</translation>
    </message>
    <message>
        <source>{0}: line 1: {1}</source>
        <translation>{0}: Zeile 1: {1}</translation>
    </message>
    <message>
        <source>{0}: line {1}: expected an object</source>
        <translation>{0}: Zeile {1}: erwartet wurde ein Objekt</translation>
    </message>
    <message>
        <source>{0}: line {1}: longer than {2:,} characters</source>
        <translation>{0}: Zeile {1}: länger als {2:,} Zeichen</translation>
    </message>
    <message>
        <source>{0}: line {1}: not JSON</source>
        <translation>{0}: Zeile {1}: kein JSON</translation>
    </message>
    <message>
        <source>{0}: mask = {1}: expected the key of one of the masks</source>
        <translation>{0}: mask = {1}: erwartet wurde der Schlüssel einer der Masken</translation>
    </message>
    <message>
        <source>{0}: mask = {1}: the recipe has no mask of this key</source>
        <translation>{0}: mask = {1}: das Rezept hat keine Maske mit diesem Schlüssel</translation>
    </message>
    <message>
        <source>{0}: no Python program: {1}</source>
        <translation>{0}: kein Python-Programm: {1}</translation>
    </message>
    <message>
        <source>{0}: no frame to write</source>
        <translation>{0}: kein Bild zu schreiben</translation>
    </message>
    <message>
        <source>{0}: no permission to read it</source>
        <translation>{0}: die Leseerlaubnis fehlt</translation>
    </message>
    <message>
        <source>{0}: no photo in this folder</source>
        <translation>{0}: kein Foto in diesem Ordner</translation>
    </message>
    <message>
        <source>{0}: no photo in this folder, expected JPEG, PNG, TIFF, WebP, …</source>
        <translation>{0}: kein Foto in diesem Ordner, erwartet wurden JPEG, PNG, TIFF, WebP, …</translation>
    </message>
    <message>
        <source>{0}: no steps, expected at least one</source>
        <translation>{0}: keine Schritte, erwartet wurde mindestens einer</translation>
    </message>
    <message>
        <source>{0}: no such file</source>
        <translation>{0}: diese Datei gibt es nicht</translation>
    </message>
    <message>
        <source>{0}: no such file or folder</source>
        <translation>{0}: weder Datei noch Ordner dieses Namens</translation>
    </message>
    <message>
        <source>{0}: no such file, expected a manifest</source>
        <translation>{0}: diese Datei gibt es nicht, erwartet wurde ein Manifest</translation>
    </message>
    <message>
        <source>{0}: not UTF-8 text, expected a manifest in JSON lines</source>
        <translation>{0}: kein UTF-8-Text, erwartet wurde ein Manifest aus JSON-Zeilen</translation>
    </message>
    <message>
        <source>{0}: not a batch that can be gone on with</source>
        <translation>{0}: kein Stapel, der sich fortsetzen lässt</translation>
    </message>
    <message>
        <source>{0}: not a manifest: expected &quot;format&quot;: &quot;{1}&quot; in its first line</source>
        <translation>{0}: kein Manifest: in der ersten Zeile wurde &quot;format&quot;: &quot;{1}&quot; erwartet</translation>
    </message>
    <message>
        <source>{0}: not a photo, expected {1}</source>
        <translation>{0}: kein Foto, erwartet wurde {1}</translation>
    </message>
    <message>
        <source>{0}: not a session that can be read</source>
        <translation>{0}: keine lesbare Sitzung</translation>
    </message>
    <message>
        <source>{0}: not an .npy array of numbers ({1})</source>
        <translation>{0}: kein .npy-Array aus Zahlen ({1})</translation>
    </message>
    <message>
        <source>{0}: not enough memory: {1}</source>
        <translation>{0}: nicht genug Speicher: {1}</translation>
    </message>
    <message>
        <source>{0}: not the log of a batch, expected one or no file</source>
        <translation>{0}: kein Protokoll eines Stapels, erwartet wurde eines oder keine Datei</translation>
    </message>
    <message>
        <source>{0}: not written, since something would be lost: {1}</source>
        <translation>{0}: nicht geschrieben, da etwas verloren ginge: {1}</translation>
    </message>
    <message>
        <source>{0}: only numbers, switches and choices can be swept</source>
        <translation>{0}: nur Zahlen, Schalter und Auswahlen lassen sich als Reihe durchlaufen</translation>
    </message>
    <message>
        <source>{0}: op: expected a name</source>
        <translation>{0}: op: erwartet wurde ein Name</translation>
    </message>
    <message>
        <source>{0}: other numbers</source>
        <translation>{0}: andere Zahlen</translation>
    </message>
    <message>
        <source>{0}: params: expected an object</source>
        <translation>{0}: params: erwartet wurde ein Objekt</translation>
    </message>
    <message>
        <source>{0}: parts: expected a list</source>
        <translation>{0}: parts: erwartet wurde eine Liste</translation>
    </message>
    <message>
        <source>{0}: pixels of mode {1}, expected gray, RGB or CMYK of 8, 16 or 32 bits</source>
        <translation>{0}: Pixel der Art {1}, erwartet wurde Grau, RGB oder CMYK mit 8, 16 oder 32 Bit</translation>
    </message>
    <message>
        <source>{0}: point {1}: expected [x, y]</source>
        <translation>{0}: Punkt {1}: erwartet wurde [x, y]</translation>
    </message>
    <message>
        <source>{0}: points: expected {1} to {2:,} places [x, y]</source>
        <translation>{0}: points: erwartet wurden {1} bis {2:,} Orte [x, y]</translation>
    </message>
    <message>
        <source>{0}: profile = photo: a script reads no EXIF, expected numbers</source>
        <translation>{0}: profile = photo: ein Skript liest kein EXIF, erwartet wurden Zahlen</translation>
    </message>
    <message>
        <source>{0}: seed = {1}: expected a number from 0 to {2}</source>
        <translation>{0}: seed = {1}: erwartet wurde eine Zahl von 0 bis {2}</translation>
    </message>
    <message>
        <source>{0}: the profile of a photo of more than 8 bits needs the package imagecodecs: pip install &apos;jaxstudio[formats]&apos;</source>
        <translation>{0}: das Profil eines Fotos von mehr als 8 Bit braucht das Paket imagecodecs: pip install &apos;jaxstudio[formats]&apos;</translation>
    </message>
    <message>
        <source>{0}: the result is {1}, expected {2}</source>
        <translation>{0}: das Ergebnis ist {1}, erwartet wurde {2}</translation>
    </message>
    <message>
        <source>{0}: the same numbers</source>
        <translation>{0}: dieselben Zahlen</translation>
    </message>
    <message>
        <source>{0}: the script has another {1}</source>
        <translation>{0}: das Skript hat ein anderes {1}</translation>
    </message>
    <message>
        <source>{0}: the source of this filter is not at hand</source>
        <translation>{0}: der Quelltext dieses Filters ist nicht zur Hand</translation>
    </message>
    <message>
        <source>{0}: there is no folder {1}</source>
        <translation>{0}: es gibt keinen Ordner {1}</translation>
    </message>
    <message>
        <source>{0}: there is no page {1}</source>
        <translation>{0}: es gibt keine Seite {1}</translation>
    </message>
    <message>
        <source>{0}: there is no page {1}, expected 1 to {2}</source>
        <translation>{0}: es gibt keine Seite {1}, erwartet wurde 1 bis {2}</translation>
    </message>
    <message>
        <source>{0}: there is no page {1}, expected {2}</source>
        <translation>{0}: es gibt keine Seite {1}, erwartet wurde {2}</translation>
    </message>
    <message>
        <source>{0}: tile {1} cannot be decoded ({2})</source>
        <translation>{0}: die Kachel {1} lässt sich nicht dekodieren ({2})</translation>
    </message>
    <message>
        <source>{0}: too large for the memory of this machine</source>
        <translation>{0}: zu groß für den Speicher dieses Rechners</translation>
    </message>
    <message>
        <source>{0}: values of type {1}, expected uint8, uint16 or float</source>
        <translation>{0}: Werte vom Typ {1}, erwartet wurde uint8, uint16 oder Gleitkomma</translation>
    </message>
    <message>
        <source>{0}: version = {1}: expected {2}</source>
        <translation>{0}: version = {1}: erwartet wurde {2}</translation>
    </message>
    <message>
        <source>{0}: {1:,} × {2:,} = {3:,.0f} megapixels, expected at most {4:,.0f}</source>
        <translation>{0}: {1:,} × {2:,} = {3:,.0f} Megapixel, erwartet wurden höchstens {4:,.0f}</translation>
    </message>
    <message>
        <source>{0}: {1:.1f} MB, and a Python file of at most {2} MB is read: import the function into a smaller file</source>
        <translation>{0}: {1:.1f} MB, gelesen wird eine Python-Datei von höchstens {2} MB: die Funktion in eine kleinere Datei importieren</translation>
    </message>
    <message>
        <source>{0}: {1} = {2}: expected a path below the folder</source>
        <translation>{0}: {1} = {2}: erwartet wurde ein Pfad unter dem Ordner</translation>
    </message>
    <message>
        <source>{0}: {1} = {2}: expected the smaller number first</source>
        <translation>{0}: {1} = {2}: erwartet wurde zuerst die kleinere Zahl</translation>
    </message>
    <message>
        <source>{0}: {1} = {2}: expected true or false</source>
        <translation>{0}: {1} = {2}: erwartet wurde true oder false</translation>
    </message>
    <message>
        <source>{0}: {1} = {2}: expected {3}</source>
        <translation>{0}: {1} = {2}: erwartet wurde {3}</translation>
    </message>
    <message>
        <source>{0}: {1} Python files, expected at most {2}</source>
        <translation>{0}: {1} Python-Dateien, erwartet wurden höchstens {2}</translation>
    </message>
    <message>
        <source>{0}: {1} cannot stand in a preset&apos;s name</source>
        <translation>{0}: {1} kann nicht im Namen einer Voreinstellung stehen</translation>
    </message>
    <message>
        <source>{0}: {1} channels, expected 1 to 4</source>
        <translation>{0}: {1} Kanäle, erwartet wurden 1 bis 4</translation>
    </message>
    <message>
        <source>{0}: {1} does not hold depth {2}, expected {3}</source>
        <translation>{0}: {1} fasst die Bittiefe {2} nicht, erwartet wurde {3}</translation>
    </message>
    <message>
        <source>{0}: {1} is given twice</source>
        <translation>{0}: {1} ist zweimal angegeben</translation>
    </message>
    <message>
        <source>{0}: {1} is missing</source>
        <translation>{0}: {1} fehlt</translation>
    </message>
    <message>
        <source>{0}: {1} is no function but {2}</source>
        <translation>{0}: {1} ist keine Funktion, sondern {2}</translation>
    </message>
    <message>
        <source>{0}: {1} is not known; expected {2}</source>
        <translation>{0}: {1} ist nicht bekannt; erwartet wurde {2}</translation>
    </message>
    <message>
        <source>{0}: {1} is not part of this program: a script cannot hold it</source>
        <translation>{0}: {1} gehört nicht zu diesem Programm: ein Skript kann es nicht enthalten</translation>
    </message>
    <message>
        <source>{0}: {1} parts: expected at most {2}</source>
        <translation>{0}: {1} Teile: erwartet wurden höchstens {2}</translation>
    </message>
    <message>
        <source>{0}: {1}, expected a folder</source>
        <translation>{0}: {1}, erwartet wurde ein Ordner</translation>
    </message>
    <message>
        <source>{0}: {1}, expected a folder of Python files</source>
        <translation>{0}: {1}, erwartet wurde ein Ordner mit Python-Dateien</translation>
    </message>
    <message>
        <source>{0}: {1}, expected a recipe</source>
        <translation>{0}: {1}, erwartet wurde ein Rezept</translation>
    </message>
    <message>
        <source>{0}: {1}, expected one of {2}</source>
        <translation>{0}: {1}, erwartet wurde eines von {2}</translation>
    </message>
    <message>
        <source>{0}: {1}, {2}</source>
        <translation>{0}: {1}, {2}</translation>
    </message>
    <message>
        <source>{0}: {1}: expected name=value; it has {2}</source>
        <translation>{0}: {1}: erwartet wurde name=wert; es hat {2}</translation>
    </message>
    <message>
        <source>{0}: {1}: {2}</source>
        <translation>{0}: {1}: {2}</translation>
    </message>
    <message>
        <source>{0}: {1}{2}{3}</source>
        <translation>{0}: {1}{2}{3}</translation>
    </message>
    <message>
        <source>{0}{1}: a folder, expected a file name</source>
        <translation>{0}{1}: ein Ordner, erwartet wurde ein Dateiname</translation>
    </message>
    <message>
        <source>{0}{1}: leads to the input {2}, expected another file, or its own name to write over it</source>
        <translation>{0}{1}: führt zur Eingabe {2}, erwartet wurde eine andere Datei, oder ihr eigener Name, um sie zu überschreiben</translation>
    </message>
    <message>
        <source>{0}{1}: there is no folder {2}</source>
        <translation>{0}{1}: es gibt keinen Ordner {2}</translation>
    </message>
    <message>
        <source>{0}{1}: {2}, expected a file name</source>
        <translation>{0}{1}: {2}, erwartet wurde ein Dateiname</translation>
    </message>
    <message>
        <source>{0}{1}: {2}, expected {3}</source>
        <translation>{0}{1}: {2}, erwartet wurde {3}</translation>
    </message>
    <message>
        <source>{0}{1}: {{{2}}} is not known, expected {3}</source>
        <translation>{0}{1}: {{{2}}} ist nicht bekannt, erwartet wurde {3}</translation>
    </message>
    <message>
        <source>{1} between {0} and {2}</source>
        <translation>{1} zwischen {0} und {2}</translation>
    </message>
    <message>
        <source>{2} if {0}, else {1}</source>
        <translation>{2}, wenn {0}, sonst {1}</translation>
    </message>
    <message>
        <source>τ is 2π here; a time constant is written tau_0, a full turn 2π</source>
        <translation>τ ist hier 2π; eine Zeitkonstante schreibt man tau_0, eine volle Drehung 2π</translation>
    </message>
    <message>
        <source>∞ is no number to compute with, only a bound of a condition; 1e300 is nearly as large</source>
        <translation>∞ ist keine Zahl zum Rechnen, nur eine Grenze einer Bedingung; 1e300 ist fast so groß</translation>
    </message>
    <message>
        <source>Turbo</source>
        <translation>Turbo</translation>
    </message>
    <message>
        <source>--set {0}: expected {1}</source>
        <translation>--set {0}: erwartet wird {1}</translation>
    </message>
    <message>
        <source>0 for that of EXIF.</source>
        <translation>0 für die aus dem EXIF.</translation>
    </message>
    <message>
        <source>AVIF, 10 bit</source>
        <translation>AVIF, 10 Bit</translation>
    </message>
    <message>
        <source>AVIF, 12 bit</source>
        <translation>AVIF, 12 Bit</translation>
    </message>
    <message>
        <source>All channels change by the same amount. Beside an edge of half the range, strong values (100 % and 60 %) leave a halo of 4 % of the range; Local contrast of the same strength leaves 11 %, Local Laplacian 2 %. The guided filter works on cells, as in Shadows and highlights. Not clipped.</source>
        <translation>Alle Kanäle ändern sich um denselben Betrag. Neben einer Kante über den halben Umfang lassen starke Werte (100 % und 60 %) einen Saum von 4 % des Umfangs; Lokaler Kontrast gleicher Stärke lässt 11 %, Lokaler Laplace 2 %. Der Guided Filter rechnet auf Zellen wie bei Schatten und Lichter. Nicht abgeschnitten.</translation>
    </message>
    <message>
        <source>All channels change by the same amount. Interpolated between lightnesses that are half the range apart. The coarsest level, of 8 pixels or a little more along the shorter side, stays. Not clipped.</source>
        <translation>Alle Kanäle ändern sich um denselben Betrag. Zwischen Helligkeiten interpoliert, die einen halben Bereich auseinanderliegen. Die gröbste Stufe, von 8 Pixeln oder etwas mehr an der kürzeren Seite, bleibt. Nicht abgeschnitten.</translation>
    </message>
    <message>
        <source>Both are the same program down to the machine code, names aside</source>
        <translation>Beide sind bis zum Maschinencode dasselbe Programm, von Namen abgesehen</translation>
    </message>
    <message>
        <source>Both have the same optimised HLO, names aside</source>
        <translation>Beide haben dasselbe optimierte HLO, von Namen abgesehen</translation>
    </message>
    <message>
        <source>Both have the same optimised HLO, names aside, but other machine code</source>
        <translation>Beide haben dasselbe optimierte HLO, von Namen abgesehen, aber anderen Maschinencode</translation>
    </message>
    <message>
        <source>By camera and lens</source>
        <translation>Nach Kamera und Objektiv</translation>
    </message>
    <message>
        <source>By lensfun&apos;s tables, or by numbers.</source>
        <translation>Nach den Tabellen von lensfun, oder nach Zahlen.</translation>
    </message>
    <message>
        <source>By numbers</source>
        <translation>Nach Zahlen</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Colours keep their hue and saturation. 100 % is one and a half stops. The guided filter works on cells of 1 to 8 pixels, by the radius: on photos its result is within 0.3 % of that of all pixels, as a root mean square. Not clipped.</source>
        <translation>Farben behalten Farbton und Sättigung. 100 % sind anderthalb Blendenstufen. Der Guided Filter rechnet je nach Radius auf Zellen von 1 bis 8 Pixeln: Auf Fotos weicht das Ergebnis im quadratischen Mittel um weniger als 0,3 % von dem aller Pixel ab. Nicht abgeschnitten.</translation>
    </message>
    <message>
        <source>Cut-off</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>Detail up to this size is texture.</source>
        <translation>Details bis zu dieser Größe sind Struktur.</translation>
    </message>
    <message>
        <source>Fine</source>
        <translation>Fein</translation>
    </message>
    <message>
        <source>Focal</source>
        <translation>Brennweite</translation>
    </message>
    <message>
        <source>Focal length</source>
        <translation>Brennweite</translation>
    </message>
    <message>
        <source>Highlights</source>
        <translation>Lichter</translation>
    </message>
    <message>
        <source>Highlights hue</source>
        <translation>Lichter: Farbton</translation>
    </message>
    <message>
        <source>Highlights saturation</source>
        <translation>Lichter: Sättigung</translation>
    </message>
    <message>
        <source>How light blue becomes.</source>
        <translation>Wie hell Blau wird.</translation>
    </message>
    <message>
        <source>How light cyan becomes.</source>
        <translation>Wie hell Cyan wird.</translation>
    </message>
    <message>
        <source>How light green becomes.</source>
        <translation>Wie hell Grün wird.</translation>
    </message>
    <message>
        <source>How light magenta becomes.</source>
        <translation>Wie hell Magenta wird.</translation>
    </message>
    <message>
        <source>How light red becomes.</source>
        <translation>Wie hell Rot wird.</translation>
    </message>
    <message>
        <source>How light yellow becomes.</source>
        <translation>Wie hell Gelb wird.</translation>
    </message>
    <message>
        <source>How strong it is.</source>
        <translation>Wie stark es ist.</translation>
    </message>
    <message>
        <source>Hue ranges</source>
        <translation>Farbtonbereiche</translation>
    </message>
    <message>
        <source>In HSV: h + hue, s·(1 + saturation) up to 1, v·(1 + lightness·s); each value is linear in the hue between the middles of two ranges: 0°, 30°, 60°, 120°, 180°, 240°, 270°, 300°</source>
        <translation>In HSV: h + Farbton, s·(1 + Sättigung) bis 1, v·(1 + Helligkeit·s); jeder Wert ist linear im Farbton zwischen den Mitten zweier Bereiche: 0°, 30°, 60°, 120°, 180°, 240°, 270°, 300°</translation>
    </message>
    <message>
        <source>In linear light, of which the model holds; the paper takes encoded values. A is the mean of the 0.1 % of pixels whose darkest colour is lightest. Each channel is compared with its own haze. The guided filter and the square work on cells of 1 to 8 pixels, by the radius. Not clipped.</source>
        <translation>In linearem Licht, für das das Modell gilt; der Artikel nimmt kodierte Werte. A ist das Mittel der 0,1 % der Pixel, deren dunkelste Farbe am hellsten ist. Jeder Kanal wird mit seinem eigenen Dunst verglichen. Guided Filter und Quadrat rechnen je nach Radius auf Zellen von 1 bis 8 Pixeln. Nicht abgeschnitten.</translation>
    </message>
    <message>
        <source>In linear light, which OpenCV takes for granted. The range, the means and the key are those of the whole picture.</source>
        <translation>In linearem Licht, das OpenCV voraussetzt. Umfang, Mittelwerte und Grundton sind die des ganzen Bildes.</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>Intensität</translation>
    </message>
    <message>
        <source>JPEG, a quarter of the colours (4:2:0)</source>
        <translation>JPEG, ein Viertel der Farben (4:2:0)</translation>
    </message>
    <message>
        <source>JPEG, all colours (4:4:4)</source>
        <translation>JPEG, alle Farben (4:4:4)</translation>
    </message>
    <message>
        <source>Lens</source>
        <translation>Objektiv</translation>
    </message>
    <message>
        <source>Lift</source>
        <translation>Anhebung</translation>
    </message>
    <message>
        <source>Lift blue</source>
        <translation>Anhebung Blau</translation>
    </message>
    <message>
        <source>Lift green</source>
        <translation>Anhebung Grün</translation>
    </message>
    <message>
        <source>Lift red</source>
        <translation>Anhebung Rot</translation>
    </message>
    <message>
        <source>Lightens or darkens shadows and highlights, and keeps the contrast within them.</source>
        <translation>Hellt Schatten und Lichter auf oder dunkelt sie ab und behält den Kontrast in ihnen.</translation>
    </message>
    <message>
        <source>Luma stays, black and white too. Gray pictures stay as they are. Not clipped.</source>
        <translation>Die Luma bleibt, Schwarz und Weiß auch. Graue Bilder bleiben, wie sie sind. Nicht beschnitten.</translation>
    </message>
    <message>
        <source>Machine code is made for one shape. A function called with ten lengths compiles ten times, and never again for any of them. The inspector&apos;s compilation log lists each compilation with its cause.</source>
        <translation>Maschinencode gilt für eine Form. Eine Funktion, die mit zehn Längen aufgerufen wird, kompiliert zehnmal und für keine davon je wieder. Das Kompilierungsprotokoll des Inspektors führt jede Kompilierung mit ihrem Grund auf.</translation>
    </message>
    <message>
        <source>Machine code is made for one shape. A new length is a new compilation; a length that was there before costs nothing. The page Compiles has them all.</source>
        <translation>Maschinencode gilt für eine Form. Eine neue Länge ist eine neue Kompilierung; eine Länge, die schon da war, kostet nichts. Die Seite „Protokoll“ führt sie alle auf.</translation>
    </message>
    <message>
        <source>Magenta</source>
        <translation>Magenta</translation>
    </message>
    <message>
        <source>Magenta hue</source>
        <translation>Magenta: Farbton</translation>
    </message>
    <message>
        <source>Magenta lightness</source>
        <translation>Magenta: Helligkeit</translation>
    </message>
    <message>
        <source>Magenta saturation</source>
        <translation>Magenta: Sättigung</translation>
    </message>
    <message>
        <source>Makes aqua lighter or darker.</source>
        <translation>Macht Aqua heller oder dunkler.</translation>
    </message>
    <message>
        <source>Makes aqua stronger or paler.</source>
        <translation>Macht Aqua kräftiger oder blasser.</translation>
    </message>
    <message>
        <source>Makes blue lighter or darker.</source>
        <translation>Macht Blau heller oder dunkler.</translation>
    </message>
    <message>
        <source>Makes blue stronger or paler.</source>
        <translation>Macht Blau kräftiger oder blasser.</translation>
    </message>
    <message>
        <source>Makes green lighter or darker.</source>
        <translation>Macht Grün heller oder dunkler.</translation>
    </message>
    <message>
        <source>Makes green stronger or paler.</source>
        <translation>Macht Grün kräftiger oder blasser.</translation>
    </message>
    <message>
        <source>Makes magenta lighter or darker.</source>
        <translation>Macht Magenta heller oder dunkler.</translation>
    </message>
    <message>
        <source>Makes magenta stronger or paler.</source>
        <translation>Macht Magenta kräftiger oder blasser.</translation>
    </message>
    <message>
        <source>Makes orange lighter or darker.</source>
        <translation>Macht Orange heller oder dunkler.</translation>
    </message>
    <message>
        <source>Makes orange stronger or paler.</source>
        <translation>Macht Orange kräftiger oder blasser.</translation>
    </message>
    <message>
        <source>Makes purple lighter or darker.</source>
        <translation>Macht Violett heller oder dunkler.</translation>
    </message>
    <message>
        <source>Makes purple stronger or paler.</source>
        <translation>Macht Violett kräftiger oder blasser.</translation>
    </message>
    <message>
        <source>Makes red lighter or darker.</source>
        <translation>Macht Rot heller oder dunkler.</translation>
    </message>
    <message>
        <source>Makes red stronger or paler.</source>
        <translation>Macht Rot kräftiger oder blasser.</translation>
    </message>
    <message>
        <source>Makes white what was white in the light of the photo: its temperature in kelvin, and its tint.</source>
        <translation>Macht weiß, was im Licht des Fotos weiß war: dessen Temperatur in Kelvin und seine Tönung.</translation>
    </message>
    <message>
        <source>Makes yellow lighter or darker.</source>
        <translation>Macht Gelb heller oder dunkler.</translation>
    </message>
    <message>
        <source>Makes yellow stronger or paler.</source>
        <translation>Macht Gelb kräftiger oder blasser.</translation>
    </message>
    <message>
        <source>Moves the lightest and the darkest tones; the middle hardly changes.</source>
        <translation>Verschiebt die hellsten und die dunkelsten Töne; die Mitte ändert sich kaum.</translation>
    </message>
    <message>
        <source>Multiplies all tones, the light ones most visibly.</source>
        <translation>Multipliziert alle Töne, bei hellen sieht man es am meisten.</translation>
    </message>
    <message>
        <source>Multiplies blue.</source>
        <translation>Multipliziert Blau.</translation>
    </message>
    <message>
        <source>Multiplies green.</source>
        <translation>Multipliziert Grün.</translation>
    </message>
    <message>
        <source>Multiplies red.</source>
        <translation>Multipliziert Rot.</translation>
    </message>
    <message>
        <source>Multiplies the light: each stop doubles it, as a longer exposure would.</source>
        <translation>Multipliziert das Licht: jede Blendenstufe verdoppelt es, wie eine längere Belichtung.</translation>
    </message>
    <message>
        <source>Offset blue</source>
        <translation>Versatz Blau</translation>
    </message>
    <message>
        <source>Offset green</source>
        <translation>Versatz Grün</translation>
    </message>
    <message>
        <source>Offset red</source>
        <translation>Versatz Rot</translation>
    </message>
    <message>
        <source>Orange hue</source>
        <translation>Orange: Farbton</translation>
    </message>
    <message>
        <source>Orange lightness</source>
        <translation>Orange: Helligkeit</translation>
    </message>
    <message>
        <source>Orange saturation</source>
        <translation>Orange: Sättigung</translation>
    </message>
    <message>
        <source>Order is kept for all values. Not clipped.</source>
        <translation>Die Ordnung aller Werte bleibt. Nicht beschnitten.</translation>
    </message>
    <message>
        <source>Power blue</source>
        <translation>Potenz Blau</translation>
    </message>
    <message>
        <source>Power green</source>
        <translation>Potenz Grün</translation>
    </message>
    <message>
        <source>Power red</source>
        <translation>Potenz Rot</translation>
    </message>
    <message>
        <source>Purple hue</source>
        <translation>Violett: Farbton</translation>
    </message>
    <message>
        <source>Purple lightness</source>
        <translation>Violett: Helligkeit</translation>
    </message>
    <message>
        <source>Purple saturation</source>
        <translation>Violett: Sättigung</translation>
    </message>
    <message>
        <source>Reach</source>
        <translation>Reichweite</translation>
    </message>
    <message>
        <source>Red hue</source>
        <translation>Rot: Farbton</translation>
    </message>
    <message>
        <source>Red lightness</source>
        <translation>Rot: Helligkeit</translation>
    </message>
    <message>
        <source>Red saturation</source>
        <translation>Rot: Sättigung</translation>
    </message>
    <message>
        <source>Reinhard tone mapping</source>
        <translation>Tonwerte nach Reinhard</translation>
    </message>
    <message>
        <source>Search distance</source>
        <translation>Suchweite</translation>
    </message>
    <message>
        <source>Shadows</source>
        <translation>Schatten</translation>
    </message>
    <message>
        <source>Shadows and highlights</source>
        <translation>Schatten und Lichter</translation>
    </message>
    <message>
        <source>Shadows hue</source>
        <translation>Schatten: Farbton</translation>
    </message>
    <message>
        <source>Shadows saturation</source>
        <translation>Schatten: Sättigung</translation>
    </message>
    <message>
        <source>Share of salt</source>
        <translation>Anteil Salz</translation>
    </message>
    <message>
        <source>Sigmoid tone mapping</source>
        <translation>Sigmoide Tonwerte</translation>
    </message>
    <message>
        <source>Skew</source>
        <translation>Schiefe</translation>
    </message>
    <message>
        <source>Slope blue</source>
        <translation>Steigung Blau</translation>
    </message>
    <message>
        <source>Slope green</source>
        <translation>Steigung Grün</translation>
    </message>
    <message>
        <source>Slope red</source>
        <translation>Steigung Rot</translation>
    </message>
    <message>
        <source>Some words of its name; empty for the camera that EXIF names.</source>
        <translation>Einige Wörter ihres Namens; leer für die Kamera, die das EXIF nennt.</translation>
    </message>
    <message>
        <source>Some words of its name; empty for the lens that EXIF names.</source>
        <translation>Einige Wörter seines Namens; leer für das Objektiv, das das EXIF nennt.</translation>
    </message>
    <message>
        <source>Split toning</source>
        <translation>Teiltonung</translation>
    </message>
    <message>
        <source>Steepness at middle gray.</source>
        <translation>Steilheit bei mittlerem Grau.</translation>
    </message>
    <message>
        <source>Stops before.</source>
        <translation>Blendenstufen davor.</translation>
    </message>
    <message>
        <source>Strengthens or softens fine texture and larger shapes, each by itself, without halos.</source>
        <translation>Verstärkt oder mildert feine Struktur und größere Formen, jedes für sich, ohne Höfe.</translation>
    </message>
    <message>
        <source>Tables of up to 65 nodes along an axis, for encoded values; colours outside the table&apos;s domain become those at its end. The file is read anew when it changes; a path that is not absolute counts from the folder the program was started in. Gray pictures stay as they are.</source>
        <translation>Tabellen von bis zu 65 Knoten je Achse, für kodierte Werte; Farben außerhalb der Tabelle werden zu denen an ihrem Ende. Die Datei wird neu gelesen, wenn sie sich ändert; ein Pfad, der nicht absolut ist, zählt vom Ordner, in dem das Programm gestartet wurde. Graue Bilder bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Temperature and tint are stops; White balance takes kelvins. Gray pictures only change if you ask for gains. Not clipped.</source>
        <translation>Temperatur und Tönung sind Blendenstufen; der Weißabgleich nimmt Kelvin. Graue Bilder ändern sich nur, wenn Verstärkungen verlangt sind. Nicht beschnitten.</translation>
    </message>
    <message>
        <source>Temperature of the light that the photo was taken in: 2800 K is a lamp, 8000 K shade.</source>
        <translation>Temperatur des Lichts, in dem das Foto entstand: 2800 K ist eine Lampe, 8000 K Schatten.</translation>
    </message>
    <message>
        <source>The square root of a norm has no derivative at 0; this one says that it is 0 there. In the jaxpr of `slope` the backward pass is the rule that is written here, with its two selects. JAX notes for it the line that asks for the gradient: hover that line.</source>
        <translation>Die Wurzel einer Norm hat bei 0 keine Ableitung; diese hier sagt, dass sie dort 0 ist. Im jaxpr von `slope` ist der Rückwärtslauf die Regel, die hier steht, mit ihren zwei Auswahlen. JAX vermerkt für sie die Zeile, die nach dem Gradienten fragt: mit der Maus auf diese Zeile zeigen.</translation>
    </message>
    <message>
        <source>Turn in the middle, in radians.</source>
        <translation>Drehung in der Mitte, in Bogenmaß.</translation>
    </message>
    <message>
        <source>Turn the result over, as a negative.</source>
        <translation>Das Ergebnis umkehren, wie ein Negativ.</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>Drehungen</translation>
    </message>
    <message>
        <source>Turns all colours round the colour circle.</source>
        <translation>Dreht alle Farben auf dem Farbkreis.</translation>
    </message>
    <message>
        <source>Turns bright tones over, or leaves them, as the seed has it.</source>
        <translation>Kehrt helle Töne um oder lässt sie, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Turns colours into their brightness.</source>
        <translation>Macht aus Farben ihre Helligkeit.</translation>
    </message>
    <message>
        <source>Turns the picture about its centre, by an angle as the seed has it.</source>
        <translation>Dreht das Bild um seine Mitte, um einen Winkel, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Turns the picture about its centre, counter-clockwise.</source>
        <translation>Dreht das Bild um seine Mitte, gegen den Uhrzeigersinn.</translation>
    </message>
    <message>
        <source>Turns the picture by 90° counter-clockwise, so many times.</source>
        <translation>Dreht das Bild so oft um 90° gegen den Uhrzeigersinn.</translation>
    </message>
    <message>
        <source>Turns the picture into its negative, or leaves it, as the seed has it.</source>
        <translation>Macht aus dem Bild sein Negativ oder lässt es, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Turns the picture into its negative: light becomes dark.</source>
        <translation>Macht aus dem Bild sein Negativ: Helles wird dunkel.</translation>
    </message>
    <message>
        <source>Turns tones from a threshold on into their negative, as a print exposed to light.</source>
        <translation>Macht aus Tönen ab einer Schwelle ihr Negativ, wie ein belichteter Abzug.</translation>
    </message>
    <message>
        <source>Turns, scales, slants and shifts the picture, as the seed has it.</source>
        <translation>Dreht, skaliert, schert und verschiebt das Bild, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Twists the picture about its centre, most in the middle.</source>
        <translation>Verdreht das Bild um seine Mitte, am meisten innen.</translation>
    </message>
    <message>
        <source>Two convolutions one after the other are one convolution with the kernels convolved. Inside the picture, away from its border, both ways give the same numbers up to the rounding of float32.</source>
        <translation>Zwei Faltungen nacheinander sind eine Faltung mit den gefalteten Kernen. Innerhalb des Bildes, abseits des Rands, geben beide Wege bis auf die Rundung von float32 dieselben Zahlen.</translation>
    </message>
    <message>
        <source>Two results with one key are equal</source>
        <translation>Zwei Ergebnisse mit einem Schlüssel sind gleich</translation>
    </message>
    <message>
        <source>Uniform noise</source>
        <translation>Gleichverteiltes Rauschen</translation>
    </message>
    <message>
        <source>Unsharp mask</source>
        <translation>Unscharfmaske</translation>
    </message>
    <message>
        <source>Unwinds the picture about its centre: across is the distance, down the angle; or winds it up.</source>
        <translation>Rollt das Bild um seine Mitte ab: quer der Abstand, nach unten der Winkel; oder rollt es auf.</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Values are first brought to 8 bits.</source>
        <translation>Werte werden zuerst auf 8 Bit gebracht.</translation>
    </message>
    <message>
        <source>Values below 0 count as 0 (scikit-image refuses them).</source>
        <translation>Werte unter 0 zählen als 0 (scikit-image weist sie zurück).</translation>
    </message>
    <message>
        <source>Variance</source>
        <translation>Varianz</translation>
    </message>
    <message>
        <source>Variance of the factor (not its deviation).</source>
        <translation>Varianz des Faktors (nicht seine Abweichung).</translation>
    </message>
    <message>
        <source>Variance of the noise (the square of its standard deviation).</source>
        <translation>Varianz des Rauschens (das Quadrat seiner Standardabweichung).</translation>
    </message>
    <message>
        <source>Variance of the noise.</source>
        <translation>Varianz des Rauschens.</translation>
    </message>
    <message>
        <source>Vectorisation and random numbers</source>
        <translation>Vektorisierung und Zufallszahlen</translation>
    </message>
    <message>
        <source>Veils the picture in fog, thicker here and thinner there, or not, as the seed has it.</source>
        <translation>Hüllt das Bild in Nebel, hier dichter und dort dünner, oder nicht, wie der Startwert es will.</translation>
    </message>
    <message>
        <source>Vertical</source>
        <translation>Senkrecht</translation>
    </message>
    <message>
        <source>Vibrance</source>
        <translation>Dynamik</translation>
    </message>
    <message>
        <source>Vignette</source>
        <translation>Vignette</translation>
    </message>
    <message>
        <source>Viridis</source>
        <translation>Viridis</translation>
    </message>
    <message>
        <source>W (10, 4, 3) on x (10, 3), mapped over both</source>
        <translation>W (10, 4, 3) auf x (10, 3), über beide abgebildet</translation>
    </message>
    <message>
        <source>W (4, 3) on x (10, 3), mapped over x</source>
        <translation>W (4, 3) auf x (10, 3), über x abgebildet</translation>
    </message>
    <message>
        <source>Wavelet</source>
        <translation>Wavelet</translation>
    </message>
    <message>
        <source>Wavelet denoising</source>
        <translation>Wavelet-Entrauschen</translation>
    </message>
    <message>
        <source>Weaker edges are dropped.</source>
        <translation>Schwächere Kanten fallen weg.</translation>
    </message>
    <message>
        <source>WebP, lossless</source>
        <translation>WebP, verlustfrei</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>What a jitted call does at once can be done step by step, each step looked at. What comes out at the end is machine code: it takes no other type and cannot be differentiated any more.</source>
        <translation>Was ein jit-Aufruf auf einmal tut, lässt sich Schritt für Schritt tun und ansehen. Am Ende kommt Maschinencode heraus: er nimmt keinen anderen Typ und lässt sich nicht mehr ableiten.</translation>
    </message>
    <message>
        <source>What a jitted call does at once can be done step by step: trace, lower, compile, run. What comes out at the end is machine code: it takes no other type, and cannot be differentiated any more.</source>
        <translation>Was ein jit-Aufruf auf einmal tut, lässt sich Schritt für Schritt tun: trace, lower, compile, ausführen. Am Ende kommt Maschinencode heraus: er nimmt keinen anderen Typ und lässt sich nicht mehr ableiten.</translation>
    </message>
    <message>
        <source>What black becomes.</source>
        <translation>Was aus Schwarz wird.</translation>
    </message>
    <message>
        <source>What is added.</source>
        <translation>Was addiert wird.</translation>
    </message>
    <message>
        <source>What is computed for each pixel: one expression for every channel, or r = …, g = … and b = …; a line such as k = 0.5 [0, 1] makes a slider.</source>
        <translation>Was für jedes Pixel berechnet wird: ein Ausdruck für jeden Kanal, oder r = …, g = … und b = …; eine Zeile wie k = 0.5 [0, 1] macht einen Regler.</translation>
    </message>
    <message>
        <source>What is put in its place.</source>
        <translation>Was an seine Stelle kommt.</translation>
    </message>
    <message>
        <source>What is written as one formula becomes a list of equations. sum(x + y·z) of a vector, a matrix and a vector has five: the vectors are broadcast, then multiplied, added and summed.</source>
        <translation>Was als eine Formel geschrieben wird, wird zu einer Liste von Gleichungen. sum(x + y·z) eines Vektors, einer Matrix und eines Vektors hat fünf: die Vektoren werden ausgedehnt, dann multipliziert, addiert und summiert.</translation>
    </message>
    <message>
        <source>What is written as one formula becomes a list of equations: broadcasts, products, sums. A gradient is another such list, made from the first.</source>
        <translation>Was als eine Formel geschrieben wird, wird zu einer Liste von Gleichungen: Ausdehnen, Produkte, Summen. Ein Gradient ist eine weitere solche Liste, aus der ersten gemacht.</translation>
    </message>
    <message>
        <source>What lies beyond black and white is cut off. A white below black makes a negative.</source>
        <translation>Was jenseits von Schwarz und Weiß liegt, wird abgeschnitten. Ein Weiß unter Schwarz macht ein Negativ.</translation>
    </message>
    <message>
        <source>What lies beyond the image&apos;s edge, in SciPy&apos;s names.</source>
        <translation>Was jenseits des Bildrands liegt, mit den Namen von SciPy.</translation>
    </message>
    <message>
        <source>What the rectangle is painted with.</source>
        <translation>Womit das Rechteck gemalt wird.</translation>
    </message>
    <message>
        <source>What white becomes.</source>
        <translation>Was aus Weiß wird.</translation>
    </message>
    <message>
        <source>Where directions must be right: of five taps, the same whichever way the picture is turned.</source>
        <translation>Wo Richtungen stimmen müssen: aus fünf Werten, gleich, wie auch immer das Bild gedreht ist.</translation>
    </message>
    <message>
        <source>Where it runs</source>
        <translation>Wo es läuft</translation>
    </message>
    <message>
        <source>Where it weighs most: −1 at the line&apos;s far end, 0 evenly, 1 at its near end.</source>
        <translation>Wo es am meisten wiegt: −1 am fernen Ende der Linie, 0 gleichmäßig, 1 am nahen.</translation>
    </message>
    <message>
        <source>Where neither width nor height is given.</source>
        <translation>Wo weder Breite noch Höhe gegeben ist.</translation>
    </message>
    <message>
        <source>Where saturation would make skin and skies garish.</source>
        <translation>Wo die Sättigung Haut und Himmel grell machen würde.</translation>
    </message>
    <message>
        <source>Where the bell ends, in standard deviations.</source>
        <translation>Wo die Glocke endet, in Standardabweichungen.</translation>
    </message>
    <message>
        <source>Where the curve is steep, means of several pixels come out with more contrast than the pixels do.</source>
        <translation>Wo die Kurve steil ist, kommen Mittel mehrerer Pixel mit mehr Kontrast heraus als die Pixel selbst.</translation>
    </message>
    <message>
        <source>Where the direction of edges matters: it is turned less wrong than by Sobel.</source>
        <translation>Wo die Richtung der Kanten zählt: sie ist weniger verdreht als bei Sobel.</translation>
    </message>
    <message>
        <source>Where the twist has faded.</source>
        <translation>Wo die Verdrehung abgeklungen ist.</translation>
    </message>
    <message>
        <source>Which channels become red, green and blue.</source>
        <translation>Welche Kanäle zu Rot, Grün und Blau werden.</translation>
    </message>
    <message>
        <source>Which colours.</source>
        <translation>Welche Farben.</translation>
    </message>
    <message>
        <source>White</source>
        <translation>Weiß</translation>
    </message>
    <message>
        <source>White balance</source>
        <translation>Weißabgleich</translation>
    </message>
    <message>
        <source>White top-hat</source>
        <translation>Weißer Top-Hat</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Width over height, relative to the picture, is drawn between one over this and this.</source>
        <translation>Breite durch Höhe, relativ zum Bild, wird zwischen dem Kehrwert davon und diesem gezogen.</translation>
    </message>
    <message>
        <source>Wiener</source>
        <translation>Wiener</translation>
    </message>
    <message>
        <source>With shade: the level of the map below which it is dark is drawn up to this.</source>
        <translation>Mit Tönung: die Höhe der Karte, unter der es dunkel ist, wird bis hierhin gezogen.</translation>
    </message>
    <message>
        <source>With the probability p, as many polygons of five corners as drawn from 1 … most: y = x·(1 − darkness) inside</source>
        <translation>Mit der Wahrscheinlichkeit p so viele fünfeckige Vielecke wie aus 1 … most gezogen: innen y = x·(1 − darkness)</translation>
    </message>
    <message>
        <source>With the probability p, m a plasma map between 0 and 1, a = U(0, amount): x + a·(2m − 1) (brightness), 0.5 + (x − 0.5)·(1 + a·(4m − 1)) (contrast), x − a where m &lt; U(0, share) (shade); U(a, b) is drawn evenly between a and b</source>
        <translation>Mit der Wahrscheinlichkeit p, m eine Plasmakarte zwischen 0 und 1, a = U(0, amount): x + a·(2m − 1) (Helligkeit), 0.5 + (x − 0.5)·(1 + a·(4m − 1)) (Kontrast), x − a wo m &lt; U(0, share) (Schatten); U(a, b) wird gleichverteilt zwischen a und b gezogen</translation>
    </message>
    <message>
        <source>With the probability p: (r, g, b) becomes one of its six orders, each as likely</source>
        <translation>Mit der Wahrscheinlichkeit p: (r, g, b) wird zu einer seiner sechs Reihenfolgen, jede gleich wahrscheinlich</translation>
    </message>
    <message>
        <source>With the probability p: area = U(least, most) of the picture, height / width = ratio^U(−1, 1), at a place drawn evenly; U(a, b) is drawn evenly between a and b</source>
        <translation>Mit der Wahrscheinlichkeit p: Fläche = U(least, most) des Bildes, Höhe / Breite = ratio^U(−1, 1), an gleichverteilt gezogener Stelle; U(a, b) wird gleichverteilt zwischen a und b gezogen</translation>
    </message>
    <message>
        <source>With the probability p: gaussian_blur with sigma = U(0.1, most); U(a, b) is drawn evenly between a and b</source>
        <translation>Mit der Wahrscheinlichkeit p: gaussian_blur mit sigma = U(0.1, most); U(a, b) wird gleichverteilt zwischen a und b gezogen</translation>
    </message>
    <message>
        <source>With the probability p: posterize with 2, 3, 4, 5 or 6 bits, each as likely</source>
        <translation>Mit der Wahrscheinlichkeit p: posterize mit 2, 3, 4, 5 oder 6 Bits, gleich wahrscheinlich</translation>
    </message>
    <message>
        <source>With the probability p: y = (x + a·m) / (1 + a), a = U(0, amount), m a plasma map between 0 and 1; U(a, b) is drawn evenly between a and b</source>
        <translation>Mit der Wahrscheinlichkeit p: y = (x + a·m) / (1 + a), a = U(0, amount), m eine Plasmakarte zwischen 0 und 1; U(a, b) wird gleichverteilt zwischen a und b gezogen</translation>
    </message>
    <message>
        <source>With the probability p: y = 0.2125·r + 0.7154·g + 0.0721·b</source>
        <translation>Mit der Wahrscheinlichkeit p: y = 0.2125·r + 0.7154·g + 0.0721·b</translation>
    </message>
    <message>
        <source>With the probability p: y = 1 − x</source>
        <translation>Mit der Wahrscheinlichkeit p: y = 1 − x</translation>
    </message>
    <message>
        <source>With the probability p: y = x + U(0, most)·(x − G(1) ∗ x); U(a, b) is drawn evenly between a and b; G(s) ∗ x is x blurred by a Gaussian of deviation s</source>
        <translation>Mit der Wahrscheinlichkeit p: y = x + U(0, most)·(x − G(1) ∗ x); U(a, b) wird gleichverteilt zwischen a und b gezogen; G(s) ∗ x ist x mit einer Gauß-Kurve der Abweichung s geglättet</translation>
    </message>
    <message>
        <source>With the probability p: y = x + n, n normal of variance U(0, most); U(a, b) is drawn evenly between a and b</source>
        <translation>Mit der Wahrscheinlichkeit p: y = x + n, n normalverteilt mit Varianz U(0, most); U(a, b) wird gleichverteilt zwischen a und b gezogen</translation>
    </message>
    <message>
        <source>With the probability p: y = x below the threshold, 1 − x from there on</source>
        <translation>Mit der Wahrscheinlichkeit p: y = x unter der Schwelle, ab dort 1 − x</translation>
    </message>
    <message>
        <source>With the probability p: y = x^(most^U(−1, 1)); U(a, b) is drawn evenly between a and b</source>
        <translation>Mit der Wahrscheinlichkeit p: y = x^(most^U(−1, 1)); U(a, b) wird gleichverteilt zwischen a und b gezogen</translation>
    </message>
    <message>
        <source>With the probability p: y(tile) = x(another tile of its size), all orders as likely</source>
        <translation>Mit der Wahrscheinlichkeit p: y(Kachel) = x(eine andere Kachel ihrer Größe), alle Reihenfolgen gleich wahrscheinlich</translation>
    </message>
    <message>
        <source>With the profile of the photo, camera, lens, focal length, aperture and distance are read from EXIF, where no other camera, lens or length is typed; the numbers come from lensfun&apos;s tables (package lensfunpy, in the extra formats): in a batch each photo has its own. The photo must be as the camera made it: not cropped. A script needs numbers. Bilinear.</source>
        <translation>Mit dem Profil des Fotos werden Kamera, Objektiv, Brennweite, Blende und Entfernung aus dem EXIF gelesen, wo keine andere Kamera, kein anderes Objektiv und keine andere Brennweite getippt ist; die Zahlen kommen aus den Tabellen von lensfun (Paket lensfunpy, im Extra formats): In einem Stapel hat jedes Foto seine eigenen. Das Foto muss sein, wie die Kamera es gemacht hat: nicht zugeschnitten. Ein Skript braucht Zahlen. Bilinear.</translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation>Umlaufend</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>Zoom blur</source>
        <translation>Zoomunschärfe</translation>
    </message>
    <message>
        <source>[x₀²+x₁²−x₁x₂, x₀²−x₁²+3x₀x₂] at (3, 4, 5)</source>
        <translation>[x₀²+x₁²−x₁x₂, x₀²−x₁²+3x₀x₂] bei (3, 4, 5)</translation>
    </message>
    <message>
        <source>a binomial coefficient is written binomial(5, 2), a fraction 5/2</source>
        <translation>ein Binomialkoeffizient wird binomial(5, 2) geschrieben, ein Bruch 5/2</translation>
    </message>
    <message>
        <source>a condition stands in braces</source>
        <translation>eine Bedingung steht in geschweiften Klammern</translation>
    </message>
    <message>
        <source>a congruence is an equation of remainders</source>
        <translation>eine Kongruenz ist eine Gleichung von Resten</translation>
    </message>
    <message>
        <source>a line has a value once</source>
        <translation>eine Zeile hat nur einmal einen Wert</translation>
    </message>
    <message>
        <source>a list of numbers is written</source>
        <translation>eine Liste von Zahlen wird geschrieben</translation>
    </message>
    <message>
        <source>a polygon with these corners, or with those of a list of points</source>
        <translation>ein Vieleck mit diesen Ecken oder mit denen einer Liste von Punkten</translation>
    </message>
    <message>
        <source>a range is a list or a condition</source>
        <translation>ein Bereich ist eine Liste oder eine Bedingung</translation>
    </message>
    <message>
        <source>a small network, to be fitted</source>
        <translation>ein kleines Netz, das angepasst wird</translation>
    </message>
    <message>
        <source>a where the condition holds, else b</source>
        <translation>a, wo die Bedingung gilt, sonst b</translation>
    </message>
    <message>
        <source>a: weights (−0.110, −0.277, 0, 0.277, 0.110) down the columns and (0.038, 0.249, 0.426, 0.249, 0.038) along the rows, b the other way round; y = √((a² + b²) / 2), or a (horizontal), or b (vertical)</source>
        <translation>a: Gewichte (−0.110, −0.277, 0, 0.277, 0.110) längs der Spalten und (0.038, 0.249, 0.426, 0.249, 0.038) längs der Zeilen, b umgekehrt; y = √((a² + b²) / 2), oder a (waagrecht), oder b (senkrecht)</translation>
    </message>
    <message>
        <source>a: weights (−1, 0, 1) down the columns and (1, 1, 1) / 3 along the rows, b the other way round; y = √((a² + b²) / 2), or a (horizontal), or b (vertical)</source>
        <translation>a: Gewichte (−1, 0, 1) längs der Spalten und (1, 1, 1) / 3 längs der Zeilen, b umgekehrt; y = √((a² + b²) / 2), oder a (waagrecht), oder b (senkrecht)</translation>
    </message>
    <message>
        <source>a: weights (−1, 0, 1) down the columns and (1, 2, 1) / 4 along the rows, b the other way round; y = √((a² + b²) / 2), or a (horizontal), or b (vertical)</source>
        <translation>a: Gewichte (−1, 0, 1) längs der Spalten und (1, 2, 1) / 4 längs der Zeilen, b umgekehrt; y = √((a² + b²) / 2), oder a (waagrecht), oder b (senkrecht)</translation>
    </message>
    <message>
        <source>a: weights (−1, 0, 1) down the columns and (3, 10, 3) / 16 along the rows, b the other way round; y = √((a² + b²) / 2), or a (horizontal), or b (vertical)</source>
        <translation>a: Gewichte (−1, 0, 1) längs der Spalten und (3, 10, 3) / 16 längs der Zeilen, b umgekehrt; y = √((a² + b²) / 2), oder a (waagrecht), oder b (senkrecht)</translation>
    </message>
    <message>
        <source>adaptive, lee, variance</source>
        <translation>adaptiv, Lee, Varianz</translation>
    </message>
    <message>
        <source>adaptive, local contrast, histogram equalization, equalize_adapthist, x-ray</source>
        <translation>adaptiv, lokaler Kontrast, Histogrammausgleich, Röntgen</translation>
    </message>
    <message>
        <source>added</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>affine with angle U(−degrees, degrees), scale^U(−1, 1), shear U(−shear, shear), shifts U(−translate, translate) of each side; U(a, b) is drawn evenly between a and b</source>
        <translation>affine mit Winkel U(−degrees, degrees), scale^U(−1, 1), Scherung U(−shear, shear), Verschiebungen U(−translate, translate) jeder Seite; U(a, b) wird gleichverteilt zwischen a und b gezogen</translation>
    </message>
    <message>
        <source>albumentations draws the channels, and refuses gray pictures. Alpha is left as it is.</source>
        <translation>albumentations zieht die Kanäle und weist graue Bilder zurück. Alpha bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>albumentations draws the radius and the softness at random, and from a radius of 8 reflects the disk&apos;s soft edge at the end of its kernel.</source>
        <translation>albumentations zieht Radius und Weichheit zufällig und spiegelt ab einem Radius von 8 den weichen Rand der Scheibe am Ende seines Kerns.</translation>
    </message>
    <message>
        <source>amount in the text.</source>
        <translation>amount im Text.</translation>
    </message>
    <message>
        <source>an equation is written with = or ==</source>
        <translation>eine Gleichung wird mit = oder == geschrieben</translation>
    </message>
    <message>
        <source>an integral has two bounds; from 0 on it is</source>
        <translation>ein Integral hat zwei Grenzen; von 0 an ist es</translation>
    </message>
    <message>
        <source>analogue, texture</source>
        <translation>analog, Struktur</translation>
    </message>
    <message>
        <source>area = U(least, most) of the picture, width / height = ratio^U(−1, 1) of its own, at a place drawn evenly; then resize; after ten draws that do not fit, the largest area; U(a, b) is drawn evenly between a and b</source>
        <translation>Fläche = U(least, most) des Bildes, Breite / Höhe = ratio^U(−1, 1) der eigenen, an gleichverteilt gezogener Stelle; danach resize; nach zehn Ziehungen, die nicht passen, die größte Fläche; U(a, b) wird gleichverteilt zwischen a und b gezogen</translation>
    </message>
    <message>
        <source>augment, bits</source>
        <translation>augmentieren, Bits</translation>
    </message>
    <message>
        <source>augment, brightness, contrast, saturation, hue</source>
        <translation>augmentieren, Helligkeit, Kontrast, Sättigung, Farbton</translation>
    </message>
    <message>
        <source>augment, corners</source>
        <translation>augmentieren, Ecken</translation>
    </message>
    <message>
        <source>augment, crisp</source>
        <translation>augmentieren, scharf</translation>
    </message>
    <message>
        <source>augment, cut</source>
        <translation>augmentieren, schneiden</translation>
    </message>
    <message>
        <source>augment, cutout, occlusion, rectangle, random erasing</source>
        <translation>augmentieren, ausschneiden, Verdeckung, Rechteck, zufälliges Löschen</translation>
    </message>
    <message>
        <source>augment, fractal, clouds, diamond square, illumination</source>
        <translation>augmentieren, Fraktal, Wolken, Beleuchtung</translation>
    </message>
    <message>
        <source>augment, grain</source>
        <translation>augmentieren, Körnung</translation>
    </message>
    <message>
        <source>augment, gray</source>
        <translation>augmentieren, grau</translation>
    </message>
    <message>
        <source>augment, jigsaw, tiles, puzzle</source>
        <translation>augmentieren, Puzzle, Kacheln</translation>
    </message>
    <message>
        <source>augment, midtones</source>
        <translation>augmentieren, Mitteltöne</translation>
    </message>
    <message>
        <source>augment, negative</source>
        <translation>augmentieren, Negativ</translation>
    </message>
    <message>
        <source>augment, one of, list, random choice, switch</source>
        <translation>augmentieren, einer von, Liste, zufällige Wahl</translation>
    </message>
    <message>
        <source>augment, permute, swap, colours</source>
        <translation>augmentieren, vertauschen, tauschen, Farben</translation>
    </message>
    <message>
        <source>augment, probability, maybe, random apply</source>
        <translation>augmentieren, Wahrscheinlichkeit, vielleicht</translation>
    </message>
    <message>
        <source>augment, soft</source>
        <translation>augmentieren, weich</translation>
    </message>
    <message>
        <source>augment, transform</source>
        <translation>augmentieren, Transformation</translation>
    </message>
    <message>
        <source>augment, turn</source>
        <translation>augmentieren, drehen</translation>
    </message>
    <message>
        <source>augment, weather, haze, mist</source>
        <translation>augmentieren, Wetter, Dunst, Nebel</translation>
    </message>
    <message>
        <source>augment, weather, street, shade</source>
        <translation>augmentieren, Wetter, Straße, Schatten</translation>
    </message>
    <message>
        <source>augment, zoom</source>
        <translation>augmentieren, vergrößern</translation>
    </message>
    <message>
        <source>barrel, pincushion, fisheye, radial</source>
        <translation>Tonne, Kissen, Fischauge, radial, Verzeichnung</translation>
    </message>
    <message>
        <source>bars, hats and arrows are no part of a name here</source>
        <translation>Striche, Dächer und Pfeile gehören hier nicht zu einem Namen</translation>
    </message>
    <message>
        <source>bfloat16 + float16, bfloat16 + bfloat16</source>
        <translation>bfloat16 + float16, bfloat16 + bfloat16</translation>
    </message>
    <message>
        <source>binary, adaptive, document, text</source>
        <translation>binär, adaptiv, Dokument, Text</translation>
    </message>
    <message>
        <source>black and white, luma, desaturate, monochrome</source>
        <translation>schwarzweiß, Luma, entsättigen, monochrom</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>blue of the pixel dx columns to the right and dy rows down</source>
        <translation>Blau des Pixels dx Spalten rechts und dy Zeilen darunter</translation>
    </message>
    <message>
        <source>blur, smooth, soften, low-pass</source>
        <translation>weichzeichnen, glätten, unscharf, Unschärfe, Tiefpass</translation>
    </message>
    <message>
        <source>bokeh, lens, disk, out of focus</source>
        <translation>Bokeh, Objektiv, Scheibe, unscharf</translation>
    </message>
    <message>
        <source>camera shake, speed, streak, panning</source>
        <translation>verwackeln, Geschwindigkeit, Streifen, Mitziehen</translation>
    </message>
    <message>
        <source>clarity, structure, haze, punch</source>
        <translation>Klarheit, Struktur, Dunst</translation>
    </message>
    <message>
        <source>compression, blocks, dct, quality</source>
        <translation>Kompression, Blöcke, DCT, Qualität</translation>
    </message>
    <message>
        <source>crop to share of each side, left and top drawn evenly</source>
        <translation>crop auf share jeder Seite, links und oben gleichverteilt gezogen</translation>
    </message>
    <message>
        <source>cut, trim</source>
        <translation>schneiden, beschneiden, Ausschnitt</translation>
    </message>
    <message>
        <source>darktable&apos;s local contrast finds its regions by a bilateral grid or a local Laplacian, which leaves no halos at strong edges. Alpha is left as it is.</source>
        <translation>darktables lokaler Kontrast findet seine Bereiche durch ein bilaterales Gitter oder einen lokalen Laplace-Filter, der an starken Kanten keine Höfe lässt. Alpha bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>degrees as radians</source>
        <translation>Grad in Bogenmaß</translation>
    </message>
    <message>
        <source>denoise, edge preserving, skin, smooth</source>
        <translation>entrauschen, kantenerhaltend, Haut, glätten</translation>
    </message>
    <message>
        <source>detail, frequency, local</source>
        <translation>Einzelheiten, Frequenz, lokal, Hochpass</translation>
    </message>
    <message>
        <source>dither, random</source>
        <translation>Rasterung, zufällig</translation>
    </message>
    <message>
        <source>dog, band-pass, blob, detail</source>
        <translation>DoG, Bandpass, Flecken, Einzelheiten</translation>
    </message>
    <message>
        <source>e to the power x</source>
        <translation>e hoch x</translation>
    </message>
    <message>
        <source>edge preserving, denoise, smooth, matting</source>
        <translation>kantenerhaltend, entrauschen, glätten, freistellen</translation>
    </message>
    <message>
        <source>edges, edge detection, outline, hysteresis, lines</source>
        <translation>Kanten, Kantenerkennung, Umriss, Hysterese, Linien</translation>
    </message>
    <message>
        <source>elu scaled so that mean 0 and variance 1 are kept from layer to layer</source>
        <translation>elu, so skaliert, dass Mittel 0 und Varianz 1 von Schicht zu Schicht erhalten bleiben</translation>
    </message>
    <message>
        <source>elu whose slope is 1 on both sides of 0, whatever alpha</source>
        <translation>elu, deren Steigung beiderseits der 0 gleich 1 ist, wie auch immer alpha</translation>
    </message>
    <message>
        <source>exp(-|x|) i0(x)</source>
        <translation>exp(-|x|) i0(x)</translation>
    </message>
    <message>
        <source>exp(-|x|) i1(x)</source>
        <translation>exp(-|x|) i1(x)</translation>
    </message>
    <message>
        <source>exp(x) - 1, exact near 0</source>
        <translation>exp(x) - 1, genau nahe 0</translation>
    </message>
    <message>
        <source>exp(−x) at 1 with two derivatives</source>
        <translation>exp(−x) bei 1 mit zwei Ableitungen</translation>
    </message>
    <message>
        <source>f(11)</source>
        <translation>f(11)</translation>
    </message>
    <message>
        <source>fewer</source>
        <translation>weniger</translation>
    </message>
    <message>
        <source>fill, content aware fill, remove object, erase, heal selection, healing brush, clone brush, resynthesizer, scratch, wire, watermark removal, telea</source>
        <translation>füllen, inhaltsbasiert füllen, Resynthesizer, Objekt entfernen, radieren, Auswahl heilen, Reparaturpinsel, Heilen-Werkzeug, Klonpinsel, Inpainting, Kratzer, Draht, Wasserzeichen entfernen</translation>
    </message>
    <message>
        <source>flip_horizontal with the probability horizontal, then flip_vertical with the probability vertical</source>
        <translation>flip_horizontal mit der Wahrscheinlichkeit horizontal, dann flip_vertical mit der Wahrscheinlichkeit vertical</translation>
    </message>
    <message>
        <source>fori_loop of a traced count becomes</source>
        <translation>fori_loop mit aufgezeichneter Anzahl wird zu</translation>
    </message>
    <message>
        <source>formula, math, pixel shader, fx, per pixel, own filter, stencil, custom</source>
        <translation>Formel, Mathematik, je Pixel, eigener Filter, selbst gemacht</translation>
    </message>
    <message>
        <source>frosted, scatter, jitter, bathroom window</source>
        <translation>Milchglas, streuen, Badezimmerfenster</translation>
    </message>
    <message>
        <source>fused otherwise</source>
        <translation>anders fusioniert</translation>
    </message>
    <message>
        <source>f′(11), automatic in float32</source>
        <translation>f′(11), automatisch in float32</translation>
    </message>
    <message>
        <source>f′(11), difference with step 1e-6</source>
        <translation>f′(11), Differenz mit Schritt 1e-6</translation>
    </message>
    <message>
        <source>f′(11), symbolic</source>
        <translation>f′(11), symbolisch</translation>
    </message>
    <message>
        <source>f″(11), f‴(11)</source>
        <translation>f″(11), f‴(11)</translation>
    </message>
    <message>
        <source>gamma(x) gamma(y) / gamma(x + y)</source>
        <translation>gamma(x) gamma(y) / gamma(x + y)</translation>
    </message>
    <message>
        <source>gelu approximated by a tanh, as jax.nn.gelu by default</source>
        <translation>gelu, durch einen tanh angenähert, wie jax.nn.gelu in der Vorgabe</translation>
    </message>
    <message>
        <source>grad of an array is refused</source>
        <translation>grad eines Arrays wird zurückgewiesen</translation>
    </message>
    <message>
        <source>grad takes a function of one number; for an array of points it is mapped: vmap(grad(f)). Nested, it gives derivatives of any order. grad itself refuses an array, because an array has no single slope.</source>
        <translation>grad nimmt eine Funktion einer Zahl; für ein Array von Punkten wird es abgebildet: vmap(grad(f)). Geschachtelt gibt es Ableitungen jeder Ordnung. grad selbst weist ein Array zurück, weil ein Array keine einzelne Steigung hat.</translation>
    </message>
    <message>
        <source>gradient, outline, derivative</source>
        <translation>Gradient, Umriss, Ableitung</translation>
    </message>
    <message>
        <source>gradient, outline, diagonal</source>
        <translation>Gradient, Umriss, diagonal</translation>
    </message>
    <message>
        <source>green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>green of the pixel dx columns to the right and dy rows down</source>
        <translation>Grün des Pixels dx Spalten rechts und dy Zeilen darunter</translation>
    </message>
    <message>
        <source>h becomes h + delta in HSV; saturation and value stay</source>
        <translation>h wird in HSV zu h + delta; Sättigung und Wert bleiben</translation>
    </message>
    <message>
        <source>haar, daubechies, bayes, shrink, threshold, grain, bayesshrink, denoise_wavelet</source>
        <translation>Haar, Daubechies, Bayes, Schwelle, Körnung, entrauschen</translation>
    </message>
    <message>
        <source>how far the root reaches is not said</source>
        <translation>wie weit die Wurzel reicht, ist nicht gesagt</translation>
    </message>
    <message>
        <source>if on a value raises</source>
        <translation>if über einen Wert löst einen Fehler aus</translation>
    </message>
    <message>
        <source>impulse, specks, dead pixels</source>
        <translation>Impuls, Punkte, tote Pixel</translation>
    </message>
    <message>
        <source>impulse, specks, hot pixels</source>
        <translation>Impuls, Punkte, Hotpixel</translation>
    </message>
    <message>
        <source>impulse, specks, random, dead pixels</source>
        <translation>Impuls, Punkte, zufällig, tote Pixel</translation>
    </message>
    <message>
        <source>is_ready() of a product of matrices after block_until_ready()</source>
        <translation>is_ready() eines Produkts von Matrizen nach block_until_ready()</translation>
    </message>
    <message>
        <source>k times y(i, j) = x(j, width − 1 − i)</source>
        <translation>k-mal y(i, j) = x(j, width − 1 − i)</translation>
    </message>
    <message>
        <source>kernel, matrix, filter2d, emboss, sharpen, edge, laplacian</source>
        <translation>Kern, Matrix, Relief, schärfen, Kante, Laplace, Faltung</translation>
    </message>
    <message>
        <source>keystone, corners, homography, deskew, document</source>
        <translation>stürzende Linien, Ecken, Homographie, entzerren, Dokument</translation>
    </message>
    <message>
        <source>levels, banding, bits, adc</source>
        <translation>Stufen, Streifen, Bits</translation>
    </message>
    <message>
        <source>lighter, darker, offset</source>
        <translation>heller, dunkler, Versatz</translation>
    </message>
    <message>
        <source>local contrast, clarity, structure, detail, tone mapping, bilateral grid</source>
        <translation>lokaler Kontrast, Klarheit, Struktur, Details, lokaler Laplace-Filter, Dynamikumfang</translation>
    </message>
    <message>
        <source>local contrast, structure, punch, detail, skin, midtone contrast</source>
        <translation>lokaler Kontrast, Struktur, Biss, Einzelheiten, Haut, Mitteltonkontrast</translation>
    </message>
    <message>
        <source>log(1 + exp(x)), a smooth relu</source>
        <translation>log(1 + exp(x)), ein glattes relu</translation>
    </message>
    <message>
        <source>log(1 + x), exact near 0</source>
        <translation>log(1 + x), genau nahe 0</translation>
    </message>
    <message>
        <source>log(exp(x) + exp(y)), without overflow</source>
        <translation>log(exp(x) + exp(y)), ohne Überlauf</translation>
    </message>
    <message>
        <source>log(sigmoid(x)), without overflow</source>
        <translation>log(sigmoid(x)), ohne Überlauf</translation>
    </message>
    <message>
        <source>log(x/(1 - x)), the inverse of sigmoid</source>
        <translation>log(x/(1 - x)), die Umkehrung von sigmoid</translation>
    </message>
    <message>
        <source>logarithmic, adjust log</source>
        <translation>logarithmisch</translation>
    </message>
    <message>
        <source>margin, frame, border, canvas</source>
        <translation>Rand, Rahmen, Leinwand</translation>
    </message>
    <message>
        <source>maximum, morphology, grow</source>
        <translation>Maximum, Morphologie, wachsen</translation>
    </message>
    <message>
        <source>mean, average, uniform, smooth</source>
        <translation>Mittel, Durchschnitt, gleichmäßig, glätten, weichzeichnen</translation>
    </message>
    <message>
        <source>minimum, morphology, shrink</source>
        <translation>Minimum, Morphologie, schrumpfen</translation>
    </message>
    <message>
        <source>mirror, augment</source>
        <translation>spiegeln, augmentieren</translation>
    </message>
    <message>
        <source>mirror, reverse</source>
        <translation>spiegeln, umkehren</translation>
    </message>
    <message>
        <source>mirror, upside down</source>
        <translation>spiegeln, kopfüber</translation>
    </message>
    <message>
        <source>more</source>
        <translation>mehr</translation>
    </message>
    <message>
        <source>morphology, background</source>
        <translation>Morphologie, Hintergrund</translation>
    </message>
    <message>
        <source>morphology, dilation, erosion</source>
        <translation>Morphologie, Dilatation, Erosion</translation>
    </message>
    <message>
        <source>morphology, erosion, dilation</source>
        <translation>Morphologie, Erosion, Dilatation</translation>
    </message>
    <message>
        <source>morphology, outline</source>
        <translation>Morphologie, Umriss</translation>
    </message>
    <message>
        <source>multiplicative, radar, ultrasound, laser</source>
        <translation>multiplikativ, Radar, Ultraschall, Laser</translation>
    </message>
    <message>
        <source>n over k, for real n and k</source>
        <translation>n über k, für reelle n und k</translation>
    </message>
    <message>
        <source>n!/(n - k)!, the ordered choices of k things among n</source>
        <translation>n!/(n - k)!, die geordneten Auswahlen von k aus n</translation>
    </message>
    <message>
        <source>negative</source>
        <translation>Negativ</translation>
    </message>
    <message>
        <source>noise, grain, random, sensor</source>
        <translation>Rauschen, Körnung, zufällig, Sensor</translation>
    </message>
    <message>
        <source>old, brown, vintage, tone</source>
        <translation>alt, braun, nostalgisch, Tonung</translation>
    </message>
    <message>
        <source>perspective with each corner moved inwards by U(0, distortion / 2) along both axes; U(a, b) is drawn evenly between a and b</source>
        <translation>perspective, jede Ecke um U(0, distortion / 2) längs beider Achsen nach innen bewegt; U(a, b) wird gleichverteilt zwischen a und b gezogen</translation>
    </message>
    <message>
        <source>power, brightness, midtones</source>
        <translation>Potenz, Helligkeit, Mitteltöne</translation>
    </message>
    <message>
        <source>radial, streak, speed, explosion</source>
        <translation>radial, Streifen, Geschwindigkeit, Explosion</translation>
    </message>
    <message>
        <source>radians as degrees</source>
        <translation>Bogenmaß in Grad</translation>
    </message>
    <message>
        <source>random numbers are lists here, the same each time</source>
        <translation>Zufallszahlen sind hier Listen, jedes Mal dieselben</translation>
    </message>
    <message>
        <source>red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>red of the pixel dx columns to the right and dy rows down</source>
        <translation>Rot des Pixels dx Spalten rechts und dy Zeilen darunter</translation>
    </message>
    <message>
        <source>red·2^(temperature + tint/2), green·2^(−tint), blue·2^(−temperature + tint/2); with gray_world each is first multiplied by (mean of all) / (its own mean)</source>
        <translation>Rot·2^(temperature + tint/2), Grün·2^(−tint), Blau·2^(−temperature + tint/2); mit gray_world wird jedes zuerst mit (Mittel aller) / (sein eigenes Mittel) multipliziert</translation>
    </message>
    <message>
        <source>relu, at most 6</source>
        <translation>relu, höchstens 6</translation>
    </message>
    <message>
        <source>relu6(x + 3)/6</source>
        <translation>relu6(x + 3)/6</translation>
    </message>
    <message>
        <source>remove, augment</source>
        <translation>entfernen, augmentieren</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>entfallen</translation>
    </message>
    <message>
        <source>richardson lucy, deconvolution, deconvolve, rl deconvolution, camera shake, out of focus, motion blur removal, unblur</source>
        <translation>Richardson-Lucy, Dekonvolution, Entfaltung, verwackelt, unscharf, Bewegungsunschärfe entfernen, Unschärfe entfernen</translation>
    </message>
    <message>
        <source>ridge, vessel, line, hessian, tubeness</source>
        <translation>Grat, Gefäß, Linie, Hesse</translation>
    </message>
    <message>
        <source>ridge, vessel, line, hessian, vesselness</source>
        <translation>Grat, Gefäß, Linie, Hesse</translation>
    </message>
    <message>
        <source>rotate by U(−degrees, degrees); U(a, b) is drawn evenly between a and b</source>
        <translation>rotate um U(−degrees, degrees); U(a, b) wird gleichverteilt zwischen a und b gezogen</translation>
    </message>
    <message>
        <source>rubber, deform, distort, augment</source>
        <translation>Gummi, verformen, verzerren, augmentieren</translation>
    </message>
    <message>
        <source>s-curve, adjust sigmoid, contrast</source>
        <translation>S-Kurve, Sigmoid, Kontrast</translation>
    </message>
    <message>
        <source>sabattier, negative</source>
        <translation>Sabattier, Negativ, Solarisation</translation>
    </message>
    <message>
        <source>saturation, vivid, skin</source>
        <translation>Sättigung, lebhaft, Haut</translation>
    </message>
    <message>
        <source>scikit-image derives the peak from the number of different values; 255 is a full 8-bit range. From a mean of 12 on, the counts are drawn from a normal with the Poisson&apos;s skewness, rounded. Values below 0 count as 0.</source>
        <translation>scikit-image leitet den Höchstwert aus der Zahl verschiedener Werte ab; 255 ist der volle 8-Bit-Bereich. Ab einem Mittel von 12 werden die Zählungen aus einer Normalverteilung mit der Schiefe der Poisson-Verteilung gezogen und gerundet. Werte unter 0 zählen als 0.</translation>
    </message>
    <message>
        <source>scikit-image&apos;s default centre lies half a pixel to the right of the middle and below it.</source>
        <translation>scikit-images vorgegebene Mitte liegt ein halbes Pixel rechts der Mitte und darunter.</translation>
    </message>
    <message>
        <source>second derivative, curvature, laplacian</source>
        <translation>zweite Ableitung, Krümmung, Laplace</translation>
    </message>
    <message>
        <source>selu(17.8), selu(17)</source>
        <translation>selu(17.8), selu(17)</translation>
    </message>
    <message>
        <source>sharpen, detail, acutance</source>
        <translation>schärfen, Einzelheiten, Schärfe</translation>
    </message>
    <message>
        <source>shift, move, roll</source>
        <translation>schieben, verschieben, rollen</translation>
    </message>
    <message>
        <source>shot noise, photons, low light</source>
        <translation>Schrotrauschen, Photonen, wenig Licht</translation>
    </message>
    <message>
        <source>sigma in place of a block size: scikit-image&apos;s is (block_size − 1) / 6. What is lighter by no more than rounding counts as equal, so that flat paper is black at offset 0. Each channel apart.</source>
        <translation>sigma statt einer Blockgröße: bei scikit-image ist es (block_size − 1) / 6. Was um nicht mehr als die Rundung heller ist, zählt als gleich, sodass ebenes Papier bei Versatz 0 schwarz ist. Jeder Kanal für sich.</translation>
    </message>
    <message>
        <source>sin(πx)/(πx) with 1 at 0: the normalised one, as NumPy&apos;s</source>
        <translation>sin(πx)/(πx) mit 1 bei 0: die normierte, wie bei NumPy</translation>
    </message>
    <message>
        <source>skimage.restoration.denoise_wavelet has one threshold for all details of a kind and a transform that depends on where the picture begins; here each place has its own, and all shifts are averaged. The noise is estimated from all details, not from every fourth. Alpha is left as it is.</source>
        <translation>skimage.restoration.denoise_wavelet hat eine Schwelle für alle Details einer Art und eine Transformation, die davon abhängt, wo das Bild beginnt; hier hat jede Stelle ihre eigene, und alle Verschiebungen werden gemittelt. Das Rauschen wird aus allen Details geschätzt, nicht aus jedem vierten. Alpha bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>slant, skew, italic</source>
        <translation>schräg, Scherung, kursiv</translation>
    </message>
    <message>
        <source>smooth: Δy = 0 where the mask is above 0, y = x elsewhere; clone: y = x(p + d), d the way to the source; heal: y = x(p + d) + u, Δu = 0 where the mask is above 0, u = x − x(p + d) elsewhere; then x + mask·(y − x)</source>
        <translation>weich: Δy = 0, wo die Maske über 0 ist, sonst y = x; klonen: y = x(p + d), d der Weg zur Quelle; heilen: y = x(p + d) + u, Δu = 0, wo die Maske über 0 ist, sonst u = x − x(p + d); dann x + maske·(y − x)</translation>
    </message>
    <message>
        <source>specks, transmission errors</source>
        <translation>Punkte, Übertragungsfehler</translation>
    </message>
    <message>
        <source>sqrt(x^2 + y^2)</source>
        <translation>sqrt(x^2 + y^2)</translation>
    </message>
    <message>
        <source>sum(x + y·z): its primitives</source>
        <translation>sum(x + y·z): ihre Primitiven</translation>
    </message>
    <message>
        <source>swap, bgr, permute</source>
        <translation>tauschen, BGR, vertauschen</translation>
    </message>
    <message>
        <source>temperature, color temperature, kelvin, tint, warm, cool, gray point, cast, lamp light, shade, spot white balance</source>
        <translation>Temperatur, Farbtemperatur, Kelvin, Tönung, warm, kühl, Graupunkt, Farbstich, Lampenlicht, Schatten, Spot-Weißabgleich</translation>
    </message>
    <message>
        <source>the Laplacian pyramid of y at level l and place p is that of r(x) around g, g the Gaussian pyramid of x there; r(x) = x + amount·(x − g)·exp(−(x − g)²/2·range²); x is luma</source>
        <translation>die Laplace-Pyramide von y in Stufe l an der Stelle p ist die von r(x) um g, g die Gauß-Pyramide von x dort; r(x) = x + amount·(x − g)·exp(−(x − g)²/2·range²); x ist die Luma</translation>
    </message>
    <message>
        <source>the angle of a polar curve</source>
        <translation>der Winkel einer Kurve in Polarkoordinaten</translation>
    </message>
    <message>
        <source>the angle of the point (x, y), given as atan2(y, x)</source>
        <translation>der Winkel des Punkts (x, y), geschrieben atan2(y, x)</translation>
    </message>
    <message>
        <source>the angle whose cosecant is x</source>
        <translation>der Winkel, dessen Kosekans x ist</translation>
    </message>
    <message>
        <source>the angle whose cosine is x</source>
        <translation>der Winkel, dessen Kosinus x ist</translation>
    </message>
    <message>
        <source>the angle whose cotangent is x</source>
        <translation>der Winkel, dessen Kotangens x ist</translation>
    </message>
    <message>
        <source>the angle whose secant is x</source>
        <translation>der Winkel, dessen Sekans x ist</translation>
    </message>
    <message>
        <source>the angle whose sine is x</source>
        <translation>der Winkel, dessen Sinus x ist</translation>
    </message>
    <message>
        <source>the angle whose tangent is x</source>
        <translation>der Winkel, dessen Tangens x ist</translation>
    </message>
    <message>
        <source>the area from a to b</source>
        <translation>die Fläche von a bis b</translation>
    </message>
    <message>
        <source>the correlation of two lists&apos; ranks, Spearman&apos;s</source>
        <translation>die Korrelation der Ränge zweier Listen, nach Spearman</translation>
    </message>
    <message>
        <source>the cosecant, 1/sin(x)</source>
        <translation>der Kosekans, 1/sin(x)</translation>
    </message>
    <message>
        <source>the cosine of an angle in radians</source>
        <translation>der Kosinus eines Winkels in Bogenmaß</translation>
    </message>
    <message>
        <source>the cotangent, cos(x)/sin(x)</source>
        <translation>der Kotangens, cos(x)/sin(x)</translation>
    </message>
    <message>
        <source>the cube root, negative below 0</source>
        <translation>die Kubikwurzel, negativ unter 0</translation>
    </message>
    <message>
        <source>the density of the normal distribution</source>
        <translation>die Dichte der Normalverteilung</translation>
    </message>
    <message>
        <source>the derivative of lgamma</source>
        <translation>die Ableitung von lgamma</translation>
    </message>
    <message>
        <source>the derivative of order n of digamma, n a whole number; x above 0</source>
        <translation>die Ableitung n-ter Ordnung von digamma, n eine ganze Zahl; x über 0</translation>
    </message>
    <message>
        <source>the distance from 0, as |x|</source>
        <translation>der Abstand von 0, wie |x|</translation>
    </message>
    <message>
        <source>the error function</source>
        <translation>die Fehlerfunktion</translation>
    </message>
    <message>
        <source>the exponential integral, of exp(-t)/t from x on; x above 0</source>
        <translation>das Exponentialintegral von exp(-t)/t ab x; x über 0</translation>
    </message>
    <message>
        <source>the exponential integral, of exp(t)/t up to x</source>
        <translation>das Exponentialintegral von exp(t)/t bis x</translation>
    </message>
    <message>
        <source>the gamma function: (n - 1)! at a whole number n</source>
        <translation>die Gammafunktion: (n - 1)! bei einer ganzen Zahl n</translation>
    </message>
    <message>
        <source>the gradient has a switch in the line&apos;s options; as arrows it is</source>
        <translation>der Gradient hat einen Schalter in den Optionen der Zeile; als Pfeile ist er</translation>
    </message>
    <message>
        <source>the greatest of the arguments</source>
        <translation>das größte der Argumente</translation>
    </message>
    <message>
        <source>the hyperbolic cosecant</source>
        <translation>der hyperbolische Kosekans</translation>
    </message>
    <message>
        <source>the hyperbolic cosine</source>
        <translation>der hyperbolische Kosinus</translation>
    </message>
    <message>
        <source>the hyperbolic cotangent</source>
        <translation>der hyperbolische Kotangens</translation>
    </message>
    <message>
        <source>the hyperbolic secant</source>
        <translation>der hyperbolische Sekans</translation>
    </message>
    <message>
        <source>the hyperbolic sine</source>
        <translation>der hyperbolische Sinus</translation>
    </message>
    <message>
        <source>the hyperbolic tangent</source>
        <translation>der hyperbolische Tangens</translation>
    </message>
    <message>
        <source>the incomplete beta function, from 0 to 1 as x goes from 0 to 1</source>
        <translation>die unvollständige Betafunktion, von 0 bis 1, während x von 0 bis 1 geht</translation>
    </message>
    <message>
        <source>the inverse of cosh</source>
        <translation>die Umkehrung von cosh</translation>
    </message>
    <message>
        <source>the inverse of coth</source>
        <translation>die Umkehrfunktion von coth</translation>
    </message>
    <message>
        <source>the inverse of csch</source>
        <translation>die Umkehrfunktion von csch</translation>
    </message>
    <message>
        <source>the inverse of erf</source>
        <translation>die Umkehrung von erf</translation>
    </message>
    <message>
        <source>the inverse of ndtr</source>
        <translation>die Umkehrung von ndtr</translation>
    </message>
    <message>
        <source>the inverse of sech</source>
        <translation>die Umkehrfunktion von sech</translation>
    </message>
    <message>
        <source>the inverse of sinh</source>
        <translation>die Umkehrung von sinh</translation>
    </message>
    <message>
        <source>the inverse of tanh</source>
        <translation>die Umkehrung von tanh</translation>
    </message>
    <message>
        <source>the least of the arguments</source>
        <translation>das kleinste der Argumente</translation>
    </message>
    <message>
        <source>the lightness 0.2126 r + 0.7152 g + 0.0722 b</source>
        <translation>die Helligkeit 0.2126 r + 0.7152 g + 0.0722 b</translation>
    </message>
    <message>
        <source>the lightness of the pixel dx columns to the right and dy rows down</source>
        <translation>die Helligkeit des Pixels dx Spalten rechts und dy Zeilen darunter</translation>
    </message>
    <message>
        <source>the logarithm of |gamma(x)|</source>
        <translation>der Logarithmus von |gamma(x)|</translation>
    </message>
    <message>
        <source>the logarithm to the base 10</source>
        <translation>der Logarithmus zur Basis 10</translation>
    </message>
    <message>
        <source>the logarithm to the base 2</source>
        <translation>der Logarithmus zur Basis 2</translation>
    </message>
    <message>
        <source>the lower incomplete gamma function, from 0 to 1 as x goes from 0 on</source>
        <translation>die untere unvollständige Gammafunktion, von 0 bis 1, während x ab 0 wächst</translation>
    </message>
    <message>
        <source>the modified Bessel function of order 0</source>
        <translation>die modifizierte Bessel-Funktion der Ordnung 0</translation>
    </message>
    <message>
        <source>the modified Bessel function of order 1</source>
        <translation>die modifizierte Bessel-Funktion der Ordnung 1</translation>
    </message>
    <message>
        <source>the natural logarithm, to the base e</source>
        <translation>der natürliche Logarithmus, zur Basis e</translation>
    </message>
    <message>
        <source>the nearest whole number; halves go to the even one</source>
        <translation>die nächste ganze Zahl; Halbe gehen zur geraden</translation>
    </message>
    <message>
        <source>the next whole number above</source>
        <translation>die nächste ganze Zahl darüber</translation>
    </message>
    <message>
        <source>the next whole number below</source>
        <translation>die nächste ganze Zahl darunter</translation>
    </message>
    <message>
        <source>the numbers at which a function is drawn are chosen by the program; a part of them is a condition</source>
        <translation>an welchen Zahlen eine Funktion gezeichnet wird, wählt das Programm; ein Teil davon ist eine Bedingung</translation>
    </message>
    <message>
        <source>the opacity; 1 without an alpha channel</source>
        <translation>die Deckkraft; 1 ohne Alphakanal</translation>
    </message>
    <message>
        <source>the picture&apos;s height in pixels</source>
        <translation>die Höhe des Bildes in Pixeln</translation>
    </message>
    <message>
        <source>the picture&apos;s width in pixels</source>
        <translation>die Breite des Bildes in Pixeln</translation>
    </message>
    <message>
        <source>the pixel&apos;s column, 0 at the left edge</source>
        <translation>die Spalte des Pixels, 0 am linken Rand</translation>
    </message>
    <message>
        <source>the pixel&apos;s row, 0 at the top edge</source>
        <translation>die Zeile des Pixels, 0 am oberen Rand</translation>
    </message>
    <message>
        <source>the power may be that of the function or of its argument</source>
        <translation>die Potenz kann die der Funktion oder die ihres Arguments sein</translation>
    </message>
    <message>
        <source>the product over whole numbers</source>
        <translation>das Produkt über ganze Zahlen</translation>
    </message>
    <message>
        <source>the quartile q of a list, from 0, its least element, to 4; 1 and 3 are the medians of its halves without the middle</source>
        <translation>das Quartil q einer Liste, von 0, ihrem kleinsten Element, bis 4; 1 und 3 sind die Mediane ihrer Hälften ohne die Mitte</translation>
    </message>
    <message>
        <source>the same channel of the pixel dx columns to the right and dy rows down</source>
        <translation>derselbe Kanal des Pixels dx Spalten rechts und dy Zeilen darunter</translation>
    </message>
    <message>
        <source>the secant, 1/cos(x)</source>
        <translation>der Sekans, 1/cos(x)</translation>
    </message>
    <message>
        <source>the share of a normal distribution below x</source>
        <translation>der Anteil einer Normalverteilung unter x</translation>
    </message>
    <message>
        <source>the sine of an angle in radians</source>
        <translation>der Sinus eines Winkels in Bogenmaß</translation>
    </message>
    <message>
        <source>the square root; no value below 0</source>
        <translation>die Quadratwurzel; kein Wert unter 0</translation>
    </message>
    <message>
        <source>the sum of a list</source>
        <translation>die Summe einer Liste</translation>
    </message>
    <message>
        <source>the sum over whole numbers</source>
        <translation>die Summe über ganze Zahlen</translation>
    </message>
    <message>
        <source>the tangent is shown at a point of the curve (page Cursor), its slope is f&apos;(x)</source>
        <translation>die Tangente zeigt der Zeiger an einem Punkt der Kurve, ihre Steigung ist f&apos;(x)</translation>
    </message>
    <message>
        <source>the tangent, sin(x)/cos(x)</source>
        <translation>der Tangens, sin(x)/cos(x)</translation>
    </message>
    <message>
        <source>the text has {0:,} characters; expected at most {1:,}</source>
        <translation>der Text hat {0:,} Zeichen; erwartet werden höchstens {1:,}</translation>
    </message>
    <message>
        <source>the text has {0} characters; at most {1} are read</source>
        <translation>der Text hat {0} Zeichen; höchstens {1} werden gelesen</translation>
    </message>
    <message>
        <source>the text holds no data; expected rows of numbers</source>
        <translation>der Text enthält keine Daten; erwartet werden Zeilen mit Zahlen</translation>
    </message>
    <message>
        <source>the text holds no numbers; expected rows of numbers</source>
        <translation>der Text enthält keine Zahlen; erwartet werden Zeilen mit Zahlen</translation>
    </message>
    <message>
        <source>the trace has {0} rows; {1} at most are shown</source>
        <translation>die Aufzeichnung hat {0} Zeilen; höchstens {1} werden gezeigt</translation>
    </message>
    <message>
        <source>the unit of all angles here, which is left out</source>
        <translation>die Einheit aller Winkel hier, die wegbleibt</translation>
    </message>
    <message>
        <source>the value of the channel that is computed</source>
        <translation>der Wert des berechneten Kanals</translation>
    </message>
    <message>
        <source>the variable x</source>
        <translation>die Variable x</translation>
    </message>
    <message>
        <source>the variable y</source>
        <translation>die Variable y</translation>
    </message>
    <message>
        <source>the variance of a list that is a sample, with n - 1 below</source>
        <translation>die Varianz einer Liste, die eine Stichprobe ist, durch n - 1 geteilt</translation>
    </message>
    <message>
        <source>the variance of a list that is the whole population, with n below</source>
        <translation>die Varianz einer Liste, die die Grundgesamtheit ist, durch n geteilt</translation>
    </message>
    <message>
        <source>the whole part, towards 0</source>
        <translation>der ganze Teil, zur 0 hin</translation>
    </message>
    <message>
        <source>the whole quotient is x // 2, the remainder x % 2</source>
        <translation>der ganzzahlige Quotient ist x // 2, der Rest x % 2</translation>
    </message>
    <message>
        <source>the width of a bin is positive, not {0:g}</source>
        <translation>die Breite einer Klasse ist positiv, nicht {0:g}</translation>
    </message>
    <message>
        <source>the word and</source>
        <translation>das Wort and</translation>
    </message>
    <message>
        <source>the word not</source>
        <translation>das Wort not</translation>
    </message>
    <message>
        <source>the word or</source>
        <translation>das Wort or</translation>
    </message>
    <message>
        <source>the {0} at column {1} is not closed before {2!r}</source>
        <translation>{0} in Spalte {1} ist vor {2!r} nicht geschlossen</translation>
    </message>
    <message>
        <source>the {0} is not closed: {1} is missing at the end</source>
        <translation>{0} ist nicht geschlossen: am Ende fehlt {1}</translation>
    </message>
    <message>
        <source>there are no derivatives in an expression of pixels</source>
        <translation>in einem Ausdruck von Pixeln gibt es keine Ableitungen</translation>
    </message>
    <message>
        <source>there are no integrals in an expression of pixels</source>
        <translation>in einem Ausdruck von Pixeln gibt es keine Integrale</translation>
    </message>
    <message>
        <source>there are no networks in an expression of pixels</source>
        <translation>in einem Ausdruck von Pixeln gibt es keine Netze</translation>
    </message>
    <message>
        <source>there are no points; expected at least one row with a number for x and for y</source>
        <translation>es gibt keine Punkte; erwartet wird mindestens eine Zeile mit einer Zahl für x und für y</translation>
    </message>
    <message>
        <source>there are {0} pictures and {1} labels; expected as many</source>
        <translation>es sind {0} Bilder und {1} Beschriftungen; erwartet werden gleich viele</translation>
    </message>
    <message>
        <source>there is no column {0!r}; expected one of {1}</source>
        <translation>es gibt keine Spalte {0!r}; erwartet wird {1}</translation>
    </message>
    <message>
        <source>there is no free parameter {0!r} to bound; expected one of {1}</source>
        <translation>es gibt keinen freien Parameter {0!r}, den man begrenzen könnte; erwartet wird {1}</translation>
    </message>
    <message>
        <source>there is no parameter {0}; expected one of {1}</source>
        <translation>es gibt keinen Parameter {0}; erwartet wird {1}</translation>
    </message>
    <message>
        <source>there is no solution at {0} = {1:g}</source>
        <translation>bei {0} = {1:g} gibt es keine Lösung</translation>
    </message>
    <message>
        <source>there is no variable to differentiate by</source>
        <translation>es gibt keine Variable zum Ableiten</translation>
    </message>
    <message>
        <source>there is not enough memory for this</source>
        <translation>dafür reicht der Speicher nicht</translation>
    </message>
    <message>
        <source>these are {0} solutions; at most {1} are drawn</source>
        <translation>das sind {0} Lösungen; höchstens {1} werden gezeichnet</translation>
    </message>
    <message>
        <source>this cannot be drawn, since JAX lacks a derivative that it needs: {0}</source>
        <translation>das kann nicht gezeichnet werden, weil JAX eine nötige Ableitung fehlt: {0}</translation>
    </message>
    <message>
        <source>this has more than {0} parts, sums counted with all their terms</source>
        <translation>das hat mehr als {0} Teile, Summen mit allen Gliedern gezählt</translation>
    </message>
    <message>
        <source>this has no LaTeX here</source>
        <translation>das hat hier kein LaTeX</translation>
    </message>
    <message>
        <source>this has {0} parts, definitions included; at most {1} are computed</source>
        <translation>das hat {0} Teile, Definitionen mitgezählt; höchstens {1} werden berechnet</translation>
    </message>
    <message>
        <source>this is nested too deeply to be computed</source>
        <translation>das ist zu tief verschachtelt, um berechnet zu werden</translation>
    </message>
    <message>
        <source>this is not drawn on logarithmic axes</source>
        <translation>das wird auf logarithmischen Achsen nicht gezeichnet</translation>
    </message>
    <message>
        <source>this is written</source>
        <translation>das schreibt man</translation>
    </message>
    <message>
        <source>this is written {0}</source>
        <translation>das schreibt man {0}</translation>
    </message>
    <message>
        <source>this line has {0} characters; at most {1} are read</source>
        <translation>diese Zeile hat {0} Zeichen; höchstens {1} werden gelesen</translation>
    </message>
    <message>
        <source>this list has {0:,} elements; at most {1:,} are computed</source>
        <translation>diese Liste hat {0:,} Elemente; höchstens {1:,} werden berechnet</translation>
    </message>
    <message>
        <source>this makes {0:,} bars; at most {1:,}</source>
        <translation>das sind {0:,} Balken; höchstens {1:,} sind möglich</translation>
    </message>
    <message>
        <source>this makes {0:,} curves; at most {1} are drawn</source>
        <translation>das sind {0:,} Kurven; höchstens {1} werden gezeichnet</translation>
    </message>
    <message>
        <source>this makes {0} operations for one pixel; at most {1} are done</source>
        <translation>das sind {0} Rechenschritte für ein Pixel; höchstens {1} sind möglich</translation>
    </message>
    <message>
        <source>this makes {0} operations for one value; at most {1} are done</source>
        <translation>das sind {0} Rechenschritte für einen Wert; höchstens {1} sind möglich</translation>
    </message>
    <message>
        <source>tiles = 8 is scikit-image&apos;s kernel_size of an eighth of each side; OpenCV&apos;s clipLimit is 256 times clip_limit. Colours keep hue and saturation. Levels between two curves are not cut off to whole ones of 16,384.</source>
        <translation>tiles = 8 entspricht bei scikit-image einer kernel_size von einem Achtel jeder Seite; OpenCVs clipLimit ist das 256-fache von clip_limit. Farben behalten Farbton und Sättigung. Stufen zwischen zwei Kurven werden nicht auf ganze von 16.384 abgeschnitten.</translation>
    </message>
    <message>
        <source>tint, duotone, teal and orange, shadows, highlights, toning</source>
        <translation>Tönung, Duoton, Petrol und Orange, Schatten, Lichter, Tonung</translation>
    </message>
    <message>
        <source>to a point a point is added, such as A + (3, 0)</source>
        <translation>zu einem Punkt addiert man einen Punkt, etwa A + (3, 0)</translation>
    </message>
    <message>
        <source>tone mapping, hdr, adaptation, eye, photoreceptor</source>
        <translation>Tonwertabbildung, HDR, Anpassung, Auge, Fotorezeptor</translation>
    </message>
    <message>
        <source>tone mapping, hdr, film, contrast, shoulder, display transform</source>
        <translation>Tonwertabbildung, HDR, Film, Kontrast, Schulter, Anzeigetransformation</translation>
    </message>
    <message>
        <source>tone mapping, hdr, film, hable, uncharted, shoulder, toe</source>
        <translation>Tonwertabbildung, HDR, Film, Hable, Uncharted, Schulter, Fuß</translation>
    </message>
    <message>
        <source>too deep: at most {0} brackets inside one another</source>
        <translation>zu tief: höchstens {0} Klammern ineinander</translation>
    </message>
    <message>
        <source>too deep: more than {0} operations inside one another, definitions included</source>
        <translation>zu tief: mehr als {0} Rechenschritte ineinander, Definitionen mitgezählt</translation>
    </message>
    <message>
        <source>torchvision blurs every picture, with a kernel of a fixed size.</source>
        <translation>torchvision macht jedes Bild unscharf, mit einem Kern fester Größe.</translation>
    </message>
    <message>
        <source>torchvision&apos;s happens always. The order that changes nothing is one of the six, as in both. Gray pictures stay as they are.</source>
        <translation>Bei torchvision geschieht es immer. Die Reihenfolge, die nichts ändert, ist eine der sechs, wie bei beiden. Graue Bilder bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>transfer, reference, look, colour transfer, same light</source>
        <translation>übertragen, Vorlage, Farbübertragung, gleiches Licht</translation>
    </message>
    <message>
        <source>transform, scale, zoom, register</source>
        <translation>Transformation, skalieren, vergrößern, ausrichten</translation>
    </message>
    <message>
        <source>turn, straighten, angle, deskew</source>
        <translation>drehen, geraderichten, Winkel, begradigen, Horizont</translation>
    </message>
    <message>
        <source>tv, rof, smooth, flat</source>
        <translation>TV, ROF, glätten, flach</translation>
    </message>
    <message>
        <source>twist, whirl</source>
        <translation>verdrehen, Wirbel</translation>
    </message>
    <message>
        <source>two numbers side by side: a sign between them is missing</source>
        <translation>zwei Zahlen nebeneinander: dazwischen fehlt ein Zeichen</translation>
    </message>
    <message>
        <source>two points have no product; a point is multiplied by a number</source>
        <translation>zwei Punkte haben kein Produkt; ein Punkt wird mit einer Zahl multipliziert</translation>
    </message>
    <message>
        <source>units (kg, km, Hz, …) are not known here: write the number alone</source>
        <translation>Einheiten (kg, km, Hz, …) gibt es hier nicht: schreiben Sie nur die Zahl</translation>
    </message>
    <message>
        <source>units are not known here</source>
        <translation>Einheiten sind hier nicht bekannt</translation>
    </message>
    <message>
        <source>units are not known here: ° is an angle, a temperature is a number alone</source>
        <translation>Einheiten gibt es hier nicht: ° ist ein Winkel, eine Temperatur die Zahl allein</translation>
    </message>
    <message>
        <source>unwrap, planet, circle, radial</source>
        <translation>abwickeln, Planet, Kreis, radial</translation>
    </message>
    <message>
        <source>v = value, r, g, b, luma, alpha; x, y = column and row; at(dx, dy) = neighbour; k = 0.5 [0, 1] = slider</source>
        <translation>v = Wert, r, g, b, luma, alpha; x, y = Spalte und Zeile; at(dx, dy) = Nachbar; k = 0.5 [0, 1] = Regler</translation>
    </message>
    <message>
        <source>view: {0}: expected numbers above 0 on a logarithmic axis</source>
        <translation>Ausschnitt: {0}: auf einer logarithmischen Achse werden Zahlen über 0 erwartet</translation>
    </message>
    <message>
        <source>vivid, colourful, desaturate, chroma</source>
        <translation>lebhaft, farbig, entsättigen, Chroma</translation>
    </message>
    <message>
        <source>vmap</source>
        <translation>vmap</translation>
    </message>
    <message>
        <source>vmap adds an axis without a loop being written. in_axes says which axis of each argument is mapped: of x alone, or of x and W together.</source>
        <translation>vmap fügt eine Achse hinzu, ohne dass eine Schleife geschrieben wird. in_axes sagt, über welche Achse jedes Arguments abgebildet wird: von x allein oder von x und W zusammen.</translation>
    </message>
    <message>
        <source>vmap of a linear layer</source>
        <translation>vmap einer linearen Schicht</translation>
    </message>
    <message>
        <source>vmap(grad) of 500 points, shape</source>
        <translation>vmap(grad) von 500 Punkten, Form</translation>
    </message>
    <message>
        <source>vmapped over (42, 78, −12.3)</source>
        <translation>mit vmap über (42, 78, −12.3)</translation>
    </message>
    <message>
        <source>weights has {0} numbers; the function has {1} results</source>
        <translation>weights hat {0} Zahlen; die Funktion hat {1} Ergebnisse</translation>
    </message>
    <message>
        <source>what is above the next whole number below</source>
        <translation>was über der nächsten ganzen Zahl darunter liegt</translation>
    </message>
    <message>
        <source>what remains of x divided by y, with the sign of x, as C&apos;s fmod</source>
        <translation>der Rest von x durch y, mit dem Vorzeichen von x, wie fmod in C</translation>
    </message>
    <message>
        <source>what remains of x divided by y, with the sign of y, as Python&apos;s x % y</source>
        <translation>der Rest von x durch y, mit dem Vorzeichen von y, wie x % y in Python</translation>
    </message>
    <message>
        <source>what spearman compares</source>
        <translation>was spearman vergleicht</translation>
    </message>
    <message>
        <source>what stands in brackets is separated by commas</source>
        <translation>was in Klammern steht, trennt ein Komma</translation>
    </message>
    <message>
        <source>what {0} compares</source>
        <translation>was {0} vergleicht</translation>
    </message>
    <message>
        <source>where takes 3 arguments, not {0}: where(condition, value, otherwise)</source>
        <translation>where hat 3 Argumente, nicht {0}: where(Bedingung, Wert, sonst)</translation>
    </message>
    <message>
        <source>white balance, automatic, gray world, tint, warm, cool</source>
        <translation>Weißabgleich, automatisch, Grauwelt, Tönung, warm, kalt</translation>
    </message>
    <message>
        <source>white point, black point, clipping, fade, punch</source>
        <translation>Weißpunkt, Schwarzpunkt, Beschneiden, Ausbleichen, Biss</translation>
    </message>
    <message>
        <source>x and y are whole pixels from the upper left corner, as in G&apos;MIC; in r = …, g = … and b = … the letters on the right are the picture&apos;s, so that r = g; g = r exchanges two channels. Neighbours are up to 64 pixels away. A gray picture has r = g = b, and of three results the lightness. Division by zero gives infinity or NaN: in a file of whole numbers white, or black.</source>
        <translation>x und y sind ganze Pixel ab der oberen linken Ecke, wie in G&apos;MIC; in r = …, g = … und b = … sind die Buchstaben rechts die des Bildes, sodass r = g; g = r zwei Kanäle tauscht. Nachbarn sind bis zu 64 Pixel entfernt. Ein graues Bild hat r = g = b und von drei Ergebnissen die Helligkeit. Teilen durch null gibt unendlich oder NaN: in einer Datei ganzer Zahlen Weiß oder Schwarz.</translation>
    </message>
    <message>
        <source>x between -1 and 1, there cut off</source>
        <translation>x zwischen -1 und 1, dort abgeschnitten</translation>
    </message>
    <message>
        <source>x hard_sigmoid(x)</source>
        <translation>x hard_sigmoid(x)</translation>
    </message>
    <message>
        <source>x has {0} values, y or sigma {1}; expected as many</source>
        <translation>x hat {0} Werte, y oder sigma {1}; erwartet werden gleich viele</translation>
    </message>
    <message>
        <source>x itself, whose derivative is taken to be 0</source>
        <translation>x selbst, dessen Ableitung als 0 gilt</translation>
    </message>
    <message>
        <source>x ndtr(x), exactly</source>
        <translation>x ndtr(x), exakt</translation>
    </message>
    <message>
        <source>x sigmoid(x)</source>
        <translation>x sigmoid(x)</translation>
    </message>
    <message>
        <source>x tanh(softplus(x))</source>
        <translation>x tanh(softplus(x))</translation>
    </message>
    <message>
        <source>x where it is positive, 0 elsewhere</source>
        <translation>x, wo es positiv ist, sonst 0</translation>
    </message>
    <message>
        <source>x where it is positive, alpha (exp(x) - 1) elsewhere</source>
        <translation>x, wo es positiv ist, sonst alpha (exp(x) - 1)</translation>
    </message>
    <message>
        <source>x where it is positive, slope x elsewhere</source>
        <translation>x, wo es positiv ist, sonst slope x</translation>
    </message>
    <message>
        <source>x y + sin(x y) at (7, 2), step by step, forward and in reverse</source>
        <translation>x y + sin(x y) bei (7, 2), Schritt für Schritt, vorwärts und rückwärts</translation>
    </message>
    <message>
        <source>x!!, the product of every second whole number up to x</source>
        <translation>x!!, das Produkt jeder zweiten ganzen Zahl bis x</translation>
    </message>
    <message>
        <source>x!, as gamma(x + 1)</source>
        <translation>x!, als gamma(x + 1)</translation>
    </message>
    <message>
        <source>x, at least a and at most b</source>
        <translation>x, mindestens a und höchstens b</translation>
    </message>
    <message>
        <source>x/(1 + |x|)</source>
        <translation>x/(1 + |x|)</translation>
    </message>
    <message>
        <source>x² + stop(y²) at (1, 1)</source>
        <translation>x² + stop(y²) bei (1, 1)</translation>
    </message>
    <message>
        <source>x² at 3: f′, f″</source>
        <translation>x² bei 3: f′, f″</translation>
    </message>
    <message>
        <source>x³ − 3x: its maximum and its minimum</source>
        <translation>x³ − 3x: ihr Maximum und ihr Minimum</translation>
    </message>
    <message>
        <source>x⁴ + 12x + 1/x at 11: by hand, by formula, by differences, automatically. A difference with step 1e-6 has seven digits: a larger step truncates, a smaller one loses digits to rounding. Automatic differentiation has neither error; in float32 it has float32&apos;s digits.</source>
        <translation>x⁴ + 12x + 1/x bei 11: von Hand, durch eine Formel, durch Differenzen, automatisch. Eine Differenz mit Schritt 1e-6 hat sieben Stellen: ein größerer Schritt bricht ab, ein kleinerer verliert Stellen durch Rundung. Automatisches Ableiten hat keinen der Fehler; in float32 hat es die Stellen von float32.</translation>
    </message>
    <message>
        <source>x⁴ at 0: f′, f″, f‴, f⁽⁴⁾</source>
        <translation>x⁴ bei 0: f′, f″, f‴, f⁽⁴⁾</translation>
    </message>
    <message>
        <source>x₁x₂, its sine, their sum</source>
        <translation>x₁x₂, sein Sinus, ihre Summe</translation>
    </message>
    <message>
        <source>y = (1 + (g^(−1/d) − 1)·(2^exposure·x / g)^(−contrast))^(−d), g = 0.1845, d = 2^skew; x in linear light</source>
        <translation>y = (1 + (g^(−1/d) − 1)·(2^exposure·x / g)^(−contrast))^(−d), g = 0.1845, d = 2^skew; x in linearem Licht</translation>
    </message>
    <message>
        <source>y = (1 − amount)·x + amount·M·x, M = ((0.393, 0.769, 0.189), (0.349, 0.686, 0.168), (0.272, 0.534, 0.131))</source>
        <translation>y = (1 − amount)·x + amount·M·x, M = ((0.393, 0.769, 0.189), (0.349, 0.686, 0.168), (0.272, 0.534, 0.131))</translation>
    </message>
    <message>
        <source>y = (gain·(x + lift·(1 − x)))^(1 / gamma), each the product (of lift the sum) of the value for all colours and that of the channel</source>
        <translation>y = (gain·(x + lift·(1 − x)))^(1 / gamma), jeweils das Produkt (bei lift die Summe) des Werts für alle Farben und dessen für den Kanal</translation>
    </message>
    <message>
        <source>y = (x + Σ x magnified by 1 + (factor − 1)·k/steps) / (steps + 1), k = 1 … steps</source>
        <translation>y = (x + Σ x vergrößert um 1 + (factor − 1)·k/steps) / (steps + 1), k = 1 … steps</translation>
    </message>
    <message>
        <source>y = (x − A) / max(1 − amount·d / A, 0.1) + A in linear light; A is the haze&apos;s colour, d the least of all colours in a square around, by a guided filter along the edges of luma</source>
        <translation>y = (x − A) / max(1 − amount·d / A, 0.1) + A in linearem Licht; A ist die Farbe des Dunstes, d die kleinste aller Farben in einem Quadrat ringsum, durch einen Guided Filter entlang der Kanten der Luma</translation>
    </message>
    <message>
        <source>y = (x − a) / (b − a) cut off to 0 … 1, a and b the percentiles low and high of all values</source>
        <translation>y = (x − a) / (b − a), auf 0 … 1 abgeschnitten, a und b die Perzentile low und high aller Werte</translation>
    </message>
    <message>
        <source>y = 0 with the probability amount, else x</source>
        <translation>y = 0 mit der Wahrscheinlichkeit amount, sonst x</translation>
    </message>
    <message>
        <source>y = 0.2125·r + 0.7154·g + 0.0721·b; rec601: 0.299·r + 0.587·g + 0.114·b</source>
        <translation>y = 0.2125·r + 0.7154·g + 0.0721·b; rec601: 0.299·r + 0.587·g + 0.114·b</translation>
    </message>
    <message>
        <source>y = 1 / (1 + e^(gain·(cutoff − x))); inverse: 1 − y</source>
        <translation>y = 1 / (1 + e^(gain·(cutoff − x))); invers: 1 − y</translation>
    </message>
    <message>
        <source>y = 1 where x &gt; G(sigma) ∗ x − offset, else 0; G(s) ∗ x is x blurred by a Gaussian of deviation s</source>
        <translation>y = 1, wo x &gt; G(sigma) ∗ x − offset, sonst 0; G(s) ∗ x ist x mit einer Gauß-Kurve der Abweichung s geglättet</translation>
    </message>
    <message>
        <source>y = 1 where x &gt; limit, else 0</source>
        <translation>y = 1, wo x &gt; Schwelle, sonst 0</translation>
    </message>
    <message>
        <source>y = 1 with the probability amount, else x</source>
        <translation>y = 1 mit der Wahrscheinlichkeit amount, sonst x</translation>
    </message>
    <message>
        <source>y = 1 with the probability amount·salt_vs_pepper, 0 with amount·(1 − salt_vs_pepper), else x</source>
        <translation>y = 1 mit der Wahrscheinlichkeit amount·salt_vs_pepper, 0 mit amount·(1 − salt_vs_pepper), sonst x</translation>
    </message>
    <message>
        <source>y = 1 − x</source>
        <translation>y = 1 − x</translation>
    </message>
    <message>
        <source>y = 4·x − (above + below + left + right)</source>
        <translation>y = 4·x − (oben + unten + links + rechts)</translation>
    </message>
    <message>
        <source>y = A⁻¹·diag(white / light)·A·x in linear light; A is Bradford&apos;s matrix of linear sRGB, light and white are its responses to the chosen light and to 6504 K</source>
        <translation>y = A⁻¹·diag(white / light)·A·x in linearem Licht; A ist Bradfords Matrix von linearem sRGB, light und white sind ihre Antworten auf das gewählte Licht und auf 6504 K</translation>
    </message>
    <message>
        <source>y = G(low) ∗ x − G(high) ∗ x; G(s) ∗ x is x blurred by a Gaussian of deviation s</source>
        <translation>y = G(low) ∗ x − G(high) ∗ x; G(s) ∗ x ist x mit einer Gauß-Kurve der Abweichung s geglättet</translation>
    </message>
    <message>
        <source>y = M·x, M the nine weights: red = red_from_red·r + red_from_green·g + red_from_blue·b, and so on</source>
        <translation>y = M·x, M die neun Gewichte: rot = red_from_red·r + red_from_green·g + red_from_blue·b, und so weiter</translation>
    </message>
    <message>
        <source>y = clip(slope·x + offset)^power, then luma + saturation·(y − luma), luma = 0.2126·r + 0.7152·g + 0.0722·b; both cut off to 0 … 1</source>
        <translation>y = clip(slope·x + offset)^power, dann luma + saturation·(y − luma), luma = 0.2126·r + 0.7152·g + 0.0722·b; beide auf 0 … 1 beschnitten</translation>
    </message>
    <message>
        <source>y = closing(x) − x</source>
        <translation>y = closing(x) − x</translation>
    </message>
    <message>
        <source>y = dilation(erosion(x))</source>
        <translation>y = dilation(erosion(x))</translation>
    </message>
    <message>
        <source>y = dilation(x) − erosion(x)</source>
        <translation>y = dilation(x) − erosion(x)</translation>
    </message>
    <message>
        <source>y = erosion(dilation(x))</source>
        <translation>y = erosion(dilation(x))</translation>
    </message>
    <message>
        <source>y = f(2·2^exposure·x) / f(white), f(x) = (x·(0.15·x + 0.05) + 0.004) / (x·(0.15·x + 0.5) + 0.06) − 0.02 / 0.3; x in linear light</source>
        <translation>y = f(2·2^exposure·x) / f(white), f(x) = (x·(0.15·x + 0.05) + 0.004) / (x·(0.15·x + 0.5) + 0.06) − 0.02 / 0.3; x in linearem Licht</translation>
    </message>
    <message>
        <source>y = f(x), f between the cumulative histograms of the four regions nearest to the pixel; from each, what exceeds clip_limit of its pixels is handed out to all tones first</source>
        <translation>y = f(x), f zwischen den kumulierten Histogrammen der vier nächsten Bereiche; was in jedem clip_limit seiner Pixel übersteigt, wird zuerst an alle Töne verteilt</translation>
    </message>
    <message>
        <source>y = f(x), f the monotone cubic through the points</source>
        <translation>y = f(x), f die monotone kubische Kurve durch die Punkte</translation>
    </message>
    <message>
        <source>y = fill in the chosen channel, x in the others</source>
        <translation>y = fill im gewählten Kanal, x in den anderen</translation>
    </message>
    <message>
        <source>y = gain·log₂(1 + x); inverse: gain·(2^x − 1)</source>
        <translation>y = gain·log₂(1 + x); invers: gain·(2^x − 1)</translation>
    </message>
    <message>
        <source>y = gain·x^gamma</source>
        <translation>y = gain·x^gamma</translation>
    </message>
    <message>
        <source>y = luma + (1 + amount·(1 − sign(amount)·s))·(x − luma), s = max(r, g, b) − min(r, g, b), luma = 0.2125·r + 0.7154·g + 0.0721·b</source>
        <translation>y = luma + (1 + amount·(1 − sign(amount)·s))·(x − luma), s = max(r, g, b) − min(r, g, b), luma = 0.2125·r + 0.7154·g + 0.0721·b</translation>
    </message>
    <message>
        <source>y = luma + factor·(x − luma), luma = 0.299·r + 0.587·g + 0.114·b</source>
        <translation>y = luma + factor·(x − luma), luma = 0.299·r + 0.587·g + 0.114·b</translation>
    </message>
    <message>
        <source>y = m + factor·(x − m), m the mean of all values, or 0.5</source>
        <translation>y = m + factor·(x − m), m das Mittel aller Werte oder 0.5</translation>
    </message>
    <message>
        <source>y = m + max(v − noise, 0) / max(v, noise)·(x − m), m and v the mean and variance of the size × size values around</source>
        <translation>y = m + max(v − noise, 0) / max(v, noise)·(x − m), m und v Mittel und Varianz der size × size Werte ringsum</translation>
    </message>
    <message>
        <source>y = m where |x − m| &gt; threshold, else x; m is the middle one of the 3 × 3 values around, sorted</source>
        <translation>y = m, wo |x − m| &gt; threshold, sonst x; m ist der mittlere der 3 × 3 Werte umher, sortiert</translation>
    </message>
    <message>
        <source>y = map(luma), luma = 0.2125·r + 0.7154·g + 0.0721·b cut off to 0 … 1</source>
        <translation>y = map(luma), luma = 0.2125·r + 0.7154·g + 0.0721·b, auf 0 … 1 abgeschnitten</translation>
    </message>
    <message>
        <source>y = max x(q) over the places q of the element</source>
        <translation>y = max x(q) über die Stellen q des Elements</translation>
    </message>
    <message>
        <source>y = min + (max − mid)·primary + (mid − min)·secondary; min, mid, max are the ordered colours of a pixel, primary the weight of its largest colour, secondary that of its two largest</source>
        <translation>y = min + (max − mid)·primary + (mid − min)·secondary; min, mid, max sind die geordneten Farben eines Pixels, primary das Gewicht seiner größten Farbe, secondary das seiner zwei größten</translation>
    </message>
    <message>
        <source>y = min x(q) over the places q of the element</source>
        <translation>y = min x(q) über die Stellen q des Elements</translation>
    </message>
    <message>
        <source>y = n / peak, n drawn from the Poisson distribution of mean peak·x</source>
        <translation>y = n / peak, n aus der Poisson-Verteilung mit Mittel peak·x gezogen</translation>
    </message>
    <message>
        <source>y = out_black + s^(1/gamma)·(out_white − out_black), s = (x − black) / (white − black) cut off to 0 … 1</source>
        <translation>y = out_black + s^(1/gamma)·(out_white − out_black), s = (x − black) / (white − black), auf 0 … 1 abgeschnitten</translation>
    </message>
    <message>
        <source>y = round(x·(levels − 1)) / (levels − 1)</source>
        <translation>y = round(x·(levels − 1)) / (levels − 1)</translation>
    </message>
    <message>
        <source>y = s·⌊v / s⌋ / 255, v = x as a level of 0 … 255, s = 2^(8 − bits)</source>
        <translation>y = s·⌊v / s⌋ / 255, v = x als Stufe von 0 … 255, s = 2^(8 − bits)</translation>
    </message>
    <message>
        <source>y = the filter of x with the probability p, else x</source>
        <translation>y = der Filter von x mit der Wahrscheinlichkeit p, sonst x</translation>
    </message>
    <message>
        <source>y = the greatest of exp(−R² / 2β²)·(1 − exp(−S² / 2c²)) at the four widths, over the picture&apos;s greatest; R = weak / strong eigenvalue of the Hessian, S = √(weak² + strong²), β = 0.5, c = half of the largest S; 0 where the strong one has the wrong sign</source>
        <translation>y = der größte Wert von exp(−R² / 2β²)·(1 − exp(−S² / 2c²)) der vier Breiten, geteilt durch den größten des Bildes; R = schwacher / starker Eigenwert der Hesse-Matrix, S = √(schwach² + stark²), β = 0.5, c = die Hälfte des größten S; 0, wo der starke das falsche Vorzeichen hat</translation>
    </message>
    <message>
        <source>y = the greatest of σ²·max(λ, 0) at four widths σ, over the picture&apos;s greatest; λ the greater eigenvalue of the Hessian under a Gaussian of deviation σ (of its negative for light lines)</source>
        <translation>y = der größte Wert von σ²·max(λ, 0) bei vier Breiten σ, geteilt durch den größten des Bildes; λ der größere Eigenwert der Hesse-Matrix unter einer Gauß-Kurve der Abweichung σ (bei hellen Linien des Negativs)</translation>
    </message>
    <message>
        <source>y = the k-th filter of x, k drawn evenly from 1 … their number</source>
        <translation>y = der k-te Filter von x, k gleichverteilt aus 1 … ihrer Zahl gezogen</translation>
    </message>
    <message>
        <source>y = the middle one of the size × size values around, sorted</source>
        <translation>y = der mittlere der size × size Werte ringsum, sortiert</translation>
    </message>
    <message>
        <source>y = the share of all values up to x</source>
        <translation>y = der Anteil aller Werte bis x</translation>
    </message>
    <message>
        <source>y = u with the probability amount, u even between 0 and 1; else x</source>
        <translation>y = u mit der Wahrscheinlichkeit amount, u gleichverteilt zwischen 0 und 1; sonst x</translation>
    </message>
    <message>
        <source>y = x + 0.25·whites·t³ + 0.1·blacks·(1 − t)³, t = x cut off to 0 … 1</source>
        <translation>y = x + 0.25·whites·t³ + 0.1·blacks·(1 − t)³, t = x auf 0 … 1 beschnitten</translation>
    </message>
    <message>
        <source>y = x + 2t·(1 − t)·((1 − w)·S + w·H), t = luma cut off to 0 … 1, w = t^(2^(−balance / 50)), S and H the two colours less their luma, times their saturation</source>
        <translation>y = x + 2t·(1 − t)·((1 − w)·S + w·H), t = Luma auf 0 … 1 beschnitten, w = t^(2^(−balance / 50)), S und H die beiden Farben weniger ihrer Luma, mal ihrer Sättigung</translation>
    </message>
    <message>
        <source>y = x + amount·(t − x), t the reference&apos;s value below which as large a share of its pixels lies as of the picture&apos;s below x</source>
        <translation>y = x + amount·(t − x), t der Wert der Referenz, unter dem ein ebenso großer Anteil ihrer Pixel liegt wie im Bild unter x</translation>
    </message>
    <message>
        <source>y = x + amount·(t(x) − x), t tetrahedral between the eight nodes of the table around x</source>
        <translation>y = x + amount·(t(x) − x), t tetraedrisch zwischen den acht Knoten der Tabelle um x</translation>
    </message>
    <message>
        <source>y = x + amount·(x − G(radius) ∗ x); G(s) ∗ x is x blurred by a Gaussian of deviation s</source>
        <translation>y = x + amount·(x − G(radius) ∗ x); G(s) ∗ x ist x mit einer Gauß-Kurve der Abweichung s geglättet</translation>
    </message>
    <message>
        <source>y = x + amount·4x·(1 − x)·(x − G(sigma) ∗ x); G(s) ∗ x is x blurred by a Gaussian of deviation s</source>
        <translation>y = x + amount·4x·(1 − x)·(x − G(sigma) ∗ x); G(s) ∗ x ist x mit einer Gauß-Kurve der Abweichung s geglättet</translation>
    </message>
    <message>
        <source>y = x + amount·4x·(1 − x)·n, n normal of deviation 1, on a lattice of size pixels</source>
        <translation>y = x + amount·4x·(1 − x)·n, n normalverteilt mit Abweichung 1, auf einem Gitter von size Pixeln</translation>
    </message>
    <message>
        <source>y = x + a·(colour − x), a how far a letter covers the pixel</source>
        <translation>y = x + a·(Farbe − x), a: wie weit ein Buchstabe das Pixel bedeckt</translation>
    </message>
    <message>
        <source>y = x + delta</source>
        <translation>y = x + delta</translation>
    </message>
    <message>
        <source>y = x + n, n normal with this mean and variance</source>
        <translation>y = x + n, n normalverteilt mit diesem Mittel und dieser Varianz</translation>
    </message>
    <message>
        <source>y = x + u, u even between low and high</source>
        <translation>y = x + u, u gleichverteilt zwischen low und high</translation>
    </message>
    <message>
        <source>y = x + w·(x(p + d) + u − x), d the way to the source, w the soft spot; u is harmonic in the circle and the difference of x and x(p + d) on it, or 0 for clone</source>
        <translation>y = x + w·(x(p + d) + u − x), d der Weg zur Quelle, w der weiche Fleck; u ist im Kreis harmonisch und auf ihm der Unterschied von x und x(p + d), oder 0 beim Klonen</translation>
    </message>
    <message>
        <source>y = x + x·n, n normal with this mean and variance</source>
        <translation>y = x + x·n, n normalverteilt mit diesem Mittel und dieser Varianz</translation>
    </message>
    <message>
        <source>y = x / (x + (e^(−intensity)·a)^m) stretched to 0 … 1; a is the adaptation, a mix of the pixel and the picture&apos;s mean, m = 0.3 + 0.7·key^1.4, key = (log max − log mean) / (log max − log min)</source>
        <translation>y = x / (x + (e^(−intensity)·a)^m), auf 0 … 1 gestreckt; a ist die Anpassung, eine Mischung aus dem Pixel und dem Mittel des Bildes, m = 0.3 + 0.7·key^1.4, key = (log max − log mean) / (log max − log min)</translation>
    </message>
    <message>
        <source>y = x below the threshold, 1 − x from there on</source>
        <translation>y = x unter der Schwelle, ab dort 1 − x</translation>
    </message>
    <message>
        <source>y = x − G(sigma) ∗ x + offset; G(s) ∗ x is x blurred by a Gaussian of deviation s</source>
        <translation>y = x − G(sigma) ∗ x + offset; G(s) ∗ x ist x mit einer Gauß-Kurve der Abweichung s geglättet</translation>
    </message>
    <message>
        <source>y = x − opening(x)</source>
        <translation>y = x − opening(x)</translation>
    </message>
    <message>
        <source>y = x·(1 − a) + a·m, m the mark&apos;s colours and a its alpha</source>
        <translation>y = x·(1 − a) + a·m, m die Farben des Zeichens und a sein Alpha</translation>
    </message>
    <message>
        <source>y = ā·x + b̄, a = v / (v + eps), b = (1 − a)·m; m, v the mean and variance of the (2·radius + 1)² values around, ā, b̄ the means of a and b</source>
        <translation>y = ā·x + b̄, a = v / (v + eps), b = (1 − a)·m; m, v Mittel und Varianz der (2·radius + 1)² Werte ringsum, ā, b̄ die Mittel von a und b</translation>
    </message>
    <message>
        <source>y = Σ g(u, sigma)·g(v, sigma_y)·x(u, v), g(u, σ) = exp(−u² / 2σ²) over its sum, |u| ≤ truncate·σ rounded to whole pixels</source>
        <translation>y = Σ g(u, sigma)·g(v, sigma_y)·x(u, v), g(u, σ) = exp(−u² / 2σ²) durch ihre Summe, |u| ≤ truncate·σ auf ganze Pixel gerundet</translation>
    </message>
    <message>
        <source>y = Σ k·x(q) / Σ k, k = 1 within radius and 0 beyond, blurred by a Gaussian of deviation alias_blur (3 × 3, from radius 9 on 5 × 5)</source>
        <translation>y = Σ k·x(q) / Σ k, k = 1 innerhalb von radius und 0 jenseits, mit einer Gauß-Kurve der Abweichung alias_blur geglättet (3 × 3, ab Radius 9 5 × 5)</translation>
    </message>
    <message>
        <source>y = Σ k·x(q) / Σ k, k a row of length weights 1 + direction·(1 − 2t), t from 0 to 1, turned by angle with bilinear interpolation</source>
        <translation>y = Σ k·x(q) / Σ k, k eine Zeile von length Gewichten 1 + direction·(1 − 2t), t von 0 bis 1, um angle gedreht, bilinear interpoliert</translation>
    </message>
    <message>
        <source>y = Σ w·x(q) / Σ w over the neighbours q, w = exp(−|q|² / 2·sigma_spatial² − d² / 2·sigma_color²), d = the sum of |x(q) − x| over the channels</source>
        <translation>y = Σ w·x(q) / Σ w über die Nachbarn q, w = exp(−|q|² / 2·sigma_spatial² − d² / 2·sigma_color²), d = die Summe von |x(q) − x| über die Kanäle</translation>
    </message>
    <message>
        <source>y = Σ w·x(q) / Σ w over the pixels q up to patch_distance away, w = exp(−d² / h²), d² the mean squared difference of the patches around both</source>
        <translation>y = Σ w·x(q) / Σ w über die Pixel q bis patch_distance entfernt, w = exp(−d² / h²), d² die mittlere quadrierte Differenz der Ausschnitte um beide</translation>
    </message>
    <message>
        <source>y = Σ x(q) / size² over the size × size values around</source>
        <translation>y = Σ x(q) / size² über die size × size Werte ringsum</translation>
    </message>
    <message>
        <source>y = √((p² + q²) / 2), p = x − the value right of and below it, q = the value to the right − the one below</source>
        <translation>y = √((p² + q²) / 2), p = x − der Wert rechts darunter, q = der Wert rechts − der darunter</translation>
    </message>
    <message>
        <source>y at (ρ, φ) about the centre = x at (ρ, φ + rotation + strength·e^(−5ρ / (radius·ln 2)))</source>
        <translation>y bei (ρ, φ) um die Mitte = x bei (ρ, φ + rotation + strength·e^(−5ρ / (radius·ln 2)))</translation>
    </message>
    <message>
        <source>y makes Σ |∇y| + Σ (y − x)² / (2·weight) least, approached in so many iterations</source>
        <translation>y macht Σ |∇y| + Σ (y − x)² / (2·weight) am kleinsten, in so vielen Iterationen angenähert</translation>
    </message>
    <message>
        <source>y ← y·(k* ⋆ (x / (k ⋆ y))) / (k* ⋆ 1), so many times from y = 0.5; k the kernel, k* the kernel turned by 180°</source>
        <translation>y ← y·(k* ⋆ (x / (k ⋆ y))) / (k* ⋆ 1), so oft von y = 0,5 an; k der Kern, k* der um 180° gedrehte Kern</translation>
    </message>
    <message>
        <source>y&apos; = x - y: drag the points where the solutions begin</source>
        <translation>y&apos; = x - y: Ziehen Sie an den Punkten, in denen die Lösungen beginnen</translation>
    </message>
    <message>
        <source>y(c + d) = x(c + R⁻¹d), R the turn by angle, c the centre</source>
        <translation>y(c + d) = x(c + R⁻¹d), R die Drehung um angle, c die Mitte</translation>
    </message>
    <message>
        <source>y(c + d) = x(c + d·(1 + k1·r² + k2·r⁴) / zoom), c the centre, r = |d| in halves of the diagonal</source>
        <translation>y(c + d) = x(c + d·(1 + k1·r² + k2·r⁴) / zoom), c die Mitte, r = |d| in halben Diagonalen</translation>
    </message>
    <message>
        <source>y(d) = x(d·g·c) / v: g = 1 + Σ distortion_i·rⁱ at r = |d| / zoom in halves of the diagonal; c = 1 + Σ red_i·sⁱ or blue_i·sⁱ at s = r·g; v = 1 + Σ vignetting_i·s²ⁱ in linear light</source>
        <translation>y(d) = x(d·g·c) / v: g = 1 + Σ distortion_i·rⁱ bei r = |d| / zoom in halben Diagonalen; c = 1 + Σ red_i·sⁱ oder blue_i·sⁱ bei s = r·g; v = 1 + Σ vignetting_i·s²ⁱ in linearem Licht</translation>
    </message>
    <message>
        <source>y(i) = x((i + ½)·old / new − ½) along both axes, x between pixels as interpolation says; with antialias (not nearest) after a Gaussian blur of deviation (old / new − 1) / 2</source>
        <translation>y(i) = x((i + ½)·alt / neu − ½) längs beider Achsen, x zwischen Pixeln, wie interpolation sagt; mit antialias (nicht nearest) nach einer Gauß-Unschärfe der Abweichung (alt / neu − 1) / 2</translation>
    </message>
    <message>
        <source>y(i, j) = offset + Σ k(u, v)·x(i − u, j − v), (0, 0) the middle of the matrix; correlation: x(i + u, j + v)</source>
        <translation>y(i, j) = offset + Σ k(u, v)·x(i − u, j − v), (0, 0) die Mitte der Matrix; Korrelation: x(i + u, j + v)</translation>
    </message>
    <message>
        <source>y(i, j) = x(c + ρ·(cos φ, sin φ)), ρ = (distance from the centre c to a corner)·j / width, φ = 2π·i / height; wind: the inverse of it</source>
        <translation>y(i, j) = x(c + ρ·(cos φ, sin φ)), ρ = (Abstand von der Mitte c zu einer Ecke)·j / width, φ = 2π·i / height; wind: die Umkehrung davon</translation>
    </message>
    <message>
        <source>y(i, j) = x(height − 1 − i, j)</source>
        <translation>y(i, j) = x(height − 1 − i, j)</translation>
    </message>
    <message>
        <source>y(i, j) = x(i + top, j + left), all in whole pixels</source>
        <translation>y(i, j) = x(i + top, j + left), alles in ganzen Pixeln</translation>
    </message>
    <message>
        <source>y(i, j) = x(i − down, j − right)</source>
        <translation>y(i, j) = x(i − down, j − right)</translation>
    </message>
    <message>
        <source>y(i, j) = x(i − top, j − left), beyond the edge what border says</source>
        <translation>y(i, j) = x(i − top, j − left), jenseits der Kante, was border sagt</translation>
    </message>
    <message>
        <source>y(i, j) = x(i, width − 1 − j)</source>
        <translation>y(i, j) = x(i, width − 1 − j)</translation>
    </message>
    <message>
        <source>y(p) = x(H⁻¹p), H the projective map that takes the corners to where they are moved</source>
        <translation>y(p) = x(H⁻¹p), H die projektive Abbildung, die die Ecken dorthin bringt, wohin sie bewegt sind</translation>
    </message>
    <message>
        <source>y(p) = x(c + A⁻¹(p − c − s)), A = turn by angle · shear · scale, c the centre, s = (right, down)</source>
        <translation>y(p) = x(c + A⁻¹(p − c − s)), A = Drehung um angle · Scherung · Skalierung, c die Mitte, s = (rechts, unten)</translation>
    </message>
    <message>
        <source>y(p) = x(c + A⁻¹(p − c)), A = ((1, 0), (tan vertical, 1))·((1, tan horizontal), (0, 1)), c the centre</source>
        <translation>y(p) = x(c + A⁻¹(p − c)), A = ((1, 0), (tan vertical, 1))·((1, tan horizontal), (0, 1)), c die Mitte</translation>
    </message>
    <message>
        <source>y(p) = x(p + alpha·n(p)), n noise of deviation 1 on a lattice, smoothed by a cubic B-spline of deviation sigma</source>
        <translation>y(p) = x(p + alpha·n(p)), n Rauschen der Abweichung 1 auf einem Gitter, durch einen kubischen B-Spline der Abweichung sigma geglättet</translation>
    </message>
    <message>
        <source>y(p) = x(p + d), d drawn evenly from −max_delta … max_delta both ways, iterations times, between two Gaussian blurs</source>
        <translation>y(p) = x(p + d), d gleichverteilt aus −max_delta … max_delta in beiden Richtungen gezogen, iterations-mal, zwischen zwei Gauß-Unschärfen</translation>
    </message>
    <message>
        <source>{0!r} cannot be plotted: expected a curve, an equation or an inequality</source>
        <translation>{0!r} kann nicht gezeichnet werden: erwartet wird eine Kurve, eine Gleichung oder eine Ungleichung</translation>
    </message>
    <message>
        <source>{0!r} closes nothing</source>
        <translation>{0!r} schließt nichts</translation>
    </message>
    <message>
        <source>{0!r} has no picture: expected an equation or a condition of x and y</source>
        <translation>{0!r} hat kein Bild: erwartet wird eine Gleichung oder eine Bedingung in x und y</translation>
    </message>
    <message>
        <source>{0!r} is no model; expected one such as y ~ a x + b</source>
        <translation>{0!r} ist kein Modell; erwartet wird eines wie y ~ a x + b</translation>
    </message>
    <message>
        <source>{0!r} stands for several numbers; expected one such as y ~ a x + b</source>
        <translation>{0!r} steht für mehrere Zahlen; erwartet wird ein Modell wie y ~ a x + b</translation>
    </message>
    <message>
        <source>{0!r} was not expected here</source>
        <translation>{0!r} wurde hier nicht erwartet</translation>
    </message>
    <message>
        <source>{0:,} characters: expected at most {1:,}</source>
        <translation>{0:,} Zeichen: erwartet werden höchstens {1:,}</translation>
    </message>
    <message>
        <source>{0:g} lies outside the range [{1:g}, {2:g}]</source>
        <translation>{0:g} liegt außerhalb des Bereichs [{1:g}, {2:g}]</translation>
    </message>
    <message>
        <source>{0} = … names a value; the product is written {1}, a name {2}</source>
        <translation>{0} = … benennt einen Wert; das Produkt schreibt man {1}, einen Namen {2}</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} und {1}</translation>
    </message>
    <message>
        <source>{0} arguments</source>
        <translation>{0} Argumente</translation>
    </message>
    <message>
        <source>{0} arguments or more</source>
        <translation>{0} oder mehr Argumente</translation>
    </message>
    <message>
        <source>{0} cannot depend on {1}</source>
        <translation>{0} kann nicht von {1} abhängen</translation>
    </message>
    <message>
        <source>{0} closes nothing</source>
        <translation>{0} schließt nichts</translation>
    </message>
    <message>
        <source>{0} counts up to {1:g} at most</source>
        <translation>{0} zählt höchstens bis {1:g}</translation>
    </message>
    <message>
        <source>{0} counts upwards: from a number to ∞, or from -∞</source>
        <translation>{0} zählt aufwärts: von einer Zahl bis ∞ oder ab -∞</translation>
    </message>
    <message>
        <source>{0} elements, and at most {1:.3g} are possible: smaller sizes go the same way through the compiler</source>
        <translation>{0} Elemente, möglich sind höchstens {1:.3g}: kleinere Größen gehen denselben Weg durch den Compiler</translation>
    </message>
    <message>
        <source>{0} epochs: expected 1 to {1:,}</source>
        <translation>{0} Epochen: erwartet werden 1 bis {1:,}</translation>
    </message>
    <message>
        <source>{0} fields</source>
        <translation>{0} Felder</translation>
    </message>
    <message>
        <source>{0} gives order 0 only</source>
        <translation>{0} gibt nur die Ordnung 0</translation>
    </message>
    <message>
        <source>{0} has a meaning already and cannot be a parameter</source>
        <translation>{0} hat schon eine Bedeutung und kann kein Parameter sein</translation>
    </message>
    <message>
        <source>{0} has its equation already, in line {1}; another unknown has another name, as u&apos; = …</source>
        <translation>{0} hat schon eine Gleichung, in Zeile {1}; eine andere Unbekannte hat einen anderen Namen, etwa u&apos; = …</translation>
    </message>
    <message>
        <source>{0} has no meaning here</source>
        <translation>{0} hat hier keine Bedeutung</translation>
    </message>
    <message>
        <source>{0} has no value here</source>
        <translation>{0} hat hier keinen Wert</translation>
    </message>
    <message>
        <source>{0} has no value without {1}</source>
        <translation>{0} hat keinen Wert ohne {1}</translation>
    </message>
    <message>
        <source>{0} has no value: its equation cannot be read, or has a lower order</source>
        <translation>{0} hat keinen Wert: seine Gleichung ist nicht lesbar oder hat eine niedrigere Ordnung</translation>
    </message>
    <message>
        <source>{0} has no value: its equation is wrong</source>
        <translation>{0} hat keinen Wert: seine Gleichung ist falsch</translation>
    </message>
    <message>
        <source>{0} has no value; a line {0} = 1 makes it a slider</source>
        <translation>{0} hat keinen Wert; eine Zeile {0} = 1 macht es zum Regler</translation>
    </message>
    <message>
        <source>{0} has no value; did you mean {1}?</source>
        <translation>{0} hat keinen Wert; meinten Sie {1}?</translation>
    </message>
    <message>
        <source>{0} has no {1} here; it has {2}</source>
        <translation>{0} hat hier kein {1}; es hat {2}</translation>
    </message>
    <message>
        <source>{0} has several values: there are {1} solutions</source>
        <translation>{0} hat mehrere Werte: es gibt {1} Lösungen</translation>
    </message>
    <message>
        <source>{0} has {1:.6g} terms; at most {2} are put together</source>
        <translation>{0} hat {1:.6g} Glieder; höchstens {2} werden zusammengesetzt</translation>
    </message>
    <message>
        <source>{0} has {1:g} terms, too many for an expression of pixels</source>
        <translation>{0} hat {1:g} Glieder, zu viele für einen Ausdruck von Pixeln</translation>
    </message>
    <message>
        <source>{0} is a constant</source>
        <translation>{0} ist eine Konstante</translation>
    </message>
    <message>
        <source>{0} is a constant and keeps its value</source>
        <translation>{0} ist eine Konstante und behält ihren Wert</translation>
    </message>
    <message>
        <source>{0} is a fisheye, which is not corrected</source>
        <translation>{0} ist ein Fischauge, das nicht korrigiert wird</translation>
    </message>
    <message>
        <source>{0} is a function already; choose another name</source>
        <translation>{0} ist schon eine Funktion; wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>{0} is a function: it needs its arguments in parentheses</source>
        <translation>{0} ist eine Funktion: ihre Argumente stehen in Klammern</translation>
    </message>
    <message>
        <source>{0} is a number and no function</source>
        <translation>{0} ist eine Zahl und keine Funktion</translation>
    </message>
    <message>
        <source>{0} is a parameter of the step already; choose another name</source>
        <translation>{0} ist schon ein Parameter des Schritts; wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>{0} is a value already, which another line defines</source>
        <translation>{0} ist schon ein Wert, den eine andere Zeile definiert</translation>
    </message>
    <message>
        <source>{0} is a value and takes no argument; its derivative is written d/dx ({0})</source>
        <translation>{0} ist ein Wert und hat kein Argument; seine Ableitung schreibt man d/dx ({0})</translation>
    </message>
    <message>
        <source>{0} is a variable with an index; {1}^{2} is the power</source>
        <translation>{0} ist eine Variable mit einem Index; die Potenz ist {1}^{2}</translation>
    </message>
    <message>
        <source>{0} is a word of the language; choose another name</source>
        <translation>{0} ist ein Wort der Sprache; wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>{0} is an unknown itself; solutions then depend on t</source>
        <translation>{0} ist selbst eine Unbekannte; Lösungen hängen dann von t ab</translation>
    </message>
    <message>
        <source>{0} is computed twice</source>
        <translation>{0} wird zweimal berechnet</translation>
    </message>
    <message>
        <source>{0} is defined already</source>
        <translation>{0} ist schon definiert</translation>
    </message>
    <message>
        <source>{0} is defined already, in line {1}</source>
        <translation>{0} ist schon in Zeile {1} definiert</translation>
    </message>
    <message>
        <source>{0} is defined by itself: {1}</source>
        <translation>{0} ist durch sich selbst definiert: {1}</translation>
    </message>
    <message>
        <source>{0} is defined by other names; a derivative is taken by a free one</source>
        <translation>{0} ist durch andere Namen definiert; abgeleitet wird nach einem freien</translation>
    </message>
    <message>
        <source>{0} is no function here; did you mean {1}?</source>
        <translation>{0} ist hier keine Funktion; meinten Sie {1}?</translation>
    </message>
    <message>
        <source>{0} is no function of JAX: a script cannot have it</source>
        <translation>{0} ist keine Funktion von JAX: ein Skript kann sie nicht enthalten</translation>
    </message>
    <message>
        <source>{0} is no function of {1} here; a derivative is written d/d{1} (…), or f&apos;({1})</source>
        <translation>{0} ist hier keine Funktion von {1}; eine Ableitung schreibt man d/d{1} (…) oder f&apos;({1})</translation>
    </message>
    <message>
        <source>{0} is no letter that is known here</source>
        <translation>{0} ist kein Buchstabe, der hier bekannt ist</translation>
    </message>
    <message>
        <source>{0} is no list of this sheet; expected one such as {0} = [1, 2, 3]</source>
        <translation>{0} ist keine Liste dieses Blatts; erwartet wird eine wie {0} = [1, 2, 3]</translation>
    </message>
    <message>
        <source>{0} is no parameter of it: expected {1}</source>
        <translation>{0} ist kein Parameter davon: erwartet wird {1}</translation>
    </message>
    <message>
        <source>{0} is no parameter of {1}; {2} would have it</source>
        <translation>{0} ist kein Parameter von {1}; {2} hätte ihn</translation>
    </message>
    <message>
        <source>{0} is no unknown of these equations, whose solutions depend on {1}</source>
        <translation>{0} ist keine Unbekannte dieser Gleichungen, deren Lösungen von {1} abhängen</translation>
    </message>
    <message>
        <source>{0} is no variable of it: expected {1}</source>
        <translation>{0} ist keine Variable davon: erwartet wird {1}</translation>
    </message>
    <message>
        <source>{0} is no variable of this function: expected one of {1}</source>
        <translation>{0} ist keine Variable dieser Funktion: erwartet wird eine von {1}</translation>
    </message>
    <message>
        <source>{0} is not computed here for complex numbers</source>
        <translation>{0} wird hier nicht für komplexe Zahlen berechnet</translation>
    </message>
    <message>
        <source>{0} is one number, not a list</source>
        <translation>{0} ist eine einzelne Zahl, keine Liste</translation>
    </message>
    <message>
        <source>{0} is one word</source>
        <translation>{0} ist ein Wort</translation>
    </message>
    <message>
        <source>{0} is read as one name; did you mean {1}?</source>
        <translation>{0} wird als ein Name gelesen; meinten Sie {1}?</translation>
    </message>
    <message>
        <source>{0} is read as one name; the product is written {1}</source>
        <translation>{0} wird als ein Name gelesen; das Produkt schreibt man {1}</translation>
    </message>
    <message>
        <source>{0} is the highest derivative of {1}, whose equation is in line {2}: write what it equals</source>
        <translation>{0} ist die höchste Ableitung von {1}, dessen Gleichung in Zeile {2} steht: schreiben Sie, was ihr gleich ist</translation>
    </message>
    <message>
        <source>{0} is too slow for every pixel: only functions of JAX are known here</source>
        <translation>{0} ist zu langsam für jedes Pixel: hier sind nur Funktionen von JAX bekannt</translation>
    </message>
    <message>
        <source>{0} is written as a function: {1}</source>
        <translation>{0} schreibt man als Funktion: {1}</translation>
    </message>
    <message>
        <source>{0} is written {1}</source>
        <translation>{0} schreibt man {1}</translation>
    </message>
    <message>
        <source>{0} is written {1}(x, y)</source>
        <translation>{0} schreibt man {1}(x, y)</translation>
    </message>
    <message>
        <source>{0} is {1}: it cannot be given a value</source>
        <translation>{0} ist {1}: ein Wert lässt sich dafür nicht setzen</translation>
    </message>
    <message>
        <source>{0} kernels less</source>
        <translation>{0} Kerne weniger</translation>
    </message>
    <message>
        <source>{0} kernels more</source>
        <translation>{0} Kerne mehr</translation>
    </message>
    <message>
        <source>{0} less memory</source>
        <translation>{0} weniger Speicher</translation>
    </message>
    <message>
        <source>{0} may be a derivative, written {1}&apos;</source>
        <translation>{0} kann eine Ableitung sein, geschrieben {1}&apos;</translation>
    </message>
    <message>
        <source>{0} may be one name, {1}, or a product, {2}</source>
        <translation>{0} kann ein Name sein, {1}, oder ein Produkt, {2}</translation>
    </message>
    <message>
        <source>{0} may be {1}</source>
        <translation>{0} kann {1} sein</translation>
    </message>
    <message>
        <source>{0} may be {1} and {2} more</source>
        <translation>{0} kann {1} und {2} weitere sein</translation>
    </message>
    <message>
        <source>{0} mode at order {1} was {2}; taylor can</source>
        <translation>{0} bei Ordnung {1}: {2}; taylor kann es</translation>
    </message>
    <message>
        <source>{0} more memory</source>
        <translation>{0} mehr Speicher</translation>
    </message>
    <message>
        <source>{0} needs an argument</source>
        <translation>{0} braucht ein Argument</translation>
    </message>
    <message>
        <source>{0} needs its index and its bounds: {1}</source>
        <translation>{0} braucht seinen Index und seine Grenzen: {1}</translation>
    </message>
    <message>
        <source>{0} needs something before it</source>
        <translation>vor {0} fehlt etwas</translation>
    </message>
    <message>
        <source>{0} needs two elements or more of each list</source>
        <translation>{0} braucht mindestens zwei Elemente jeder Liste</translation>
    </message>
    <message>
        <source>{0} neighbours are read; at most {1} may be</source>
        <translation>{0} Nachbarn werden gelesen; höchstens {1} sind möglich</translation>
    </message>
    <message>
        <source>{0} of an empty list has no value</source>
        <translation>{0} einer leeren Liste hat keinen Wert</translation>
    </message>
    <message>
        <source>{0} of an empty list has nothing to draw</source>
        <translation>{0} einer leeren Liste hat nichts zu zeichnen</translation>
    </message>
    <message>
        <source>{0} of shape {1} has no axis {2} to map over</source>
        <translation>{0} der Form {1} hat keine Achse {2}</translation>
    </message>
    <message>
        <source>{0} of {1} takes {2}</source>
        <translation>{0} von {1} hat {2}</translation>
    </message>
    <message>
        <source>{0} or {1}</source>
        <translation>{0} oder {1}</translation>
    </message>
    <message>
        <source>{0} or {1} arguments</source>
        <translation>{0} oder {1} Argumente</translation>
    </message>
    <message>
        <source>{0} other opcodes in other numbers</source>
        <translation>{0} andere Operationen in anderer Zahl</translation>
    </message>
    <message>
        <source>{0} places: expected 1 to {1:,}</source>
        <translation>{0} Stellen: erwartet werden 1 bis {1:,}</translation>
    </message>
    <message>
        <source>{0} places: expected 2 to {1:,}</source>
        <translation>{0} Stellen: erwartet werden 2 bis {1:,}</translation>
    </message>
    <message>
        <source>{0} points cannot determine {1} parameters; expected at least as many</source>
        <translation>{0} Punkte bestimmen {1} Parameter nicht; erwartet werden mindestens so viele</translation>
    </message>
    <message>
        <source>{0} rows: expected 1 to {1:,}</source>
        <translation>{0} Zeilen: erwartet werden 1 bis {1:,}</translation>
    </message>
    <message>
        <source>{0} runs along an axis; only a number can be given to it</source>
        <translation>{0} läuft entlang einer Achse; nur eine Zahl kann sein Wert sein</translation>
    </message>
    <message>
        <source>{0} runs from one whole number to another, such as -2 and 2</source>
        <translation>{0} läuft von einer ganzen Zahl zur anderen, etwa von -2 bis 2</translation>
    </message>
    <message>
        <source>{0} runs over whole numbers</source>
        <translation>{0} läuft über ganze Zahlen</translation>
    </message>
    <message>
        <source>{0} runs there itself</source>
        <translation>{0} läuft dort selbst</translation>
    </message>
    <message>
        <source>{0} steps: expected 1 to {1:,}</source>
        <translation>{0} Schritte: erwartet werden 1 bis {1:,}</translation>
    </message>
    <message>
        <source>{0} steps: expected at most {1:,}</source>
        <translation>{0} Schritte: erwartet werden höchstens {1:,}</translation>
    </message>
    <message>
        <source>{0} takes 1 argument</source>
        <translation>{0} hat 1 Argument</translation>
    </message>
    <message>
        <source>{0} takes 2 arguments: {0}(dx, dy)</source>
        <translation>{0} hat 2 Argumente: {0}(dx, dy)</translation>
    </message>
    <message>
        <source>{0} takes {1}, not {2}</source>
        <translation>{0} hat {1}, nicht {2}</translation>
    </message>
    <message>
        <source>{0} takes {1}, not {2}: {3}</source>
        <translation>{0} hat {1}, nicht {2}: {3}</translation>
    </message>
    <message>
        <source>{0} units: expected 1 to {1:,}</source>
        <translation>{0} Einheiten: erwartet werden 1 bis {1:,}</translation>
    </message>
    <message>
        <source>{0} was expected</source>
        <translation>erwartet wurde {0}</translation>
    </message>
    <message>
        <source>{0} {1} less</source>
        <translation>{0} {1} weniger</translation>
    </message>
    <message>
        <source>{0} {1} more</source>
        <translation>{0} {1} mehr</translation>
    </message>
    <message>
        <source>{0} {1}*(…) is a product</source>
        <translation>{0} {1}*(…) ist ein Produkt</translation>
    </message>
    <message>
        <source>{0} {1}{2} may be {3} or {4}</source>
        <translation>{0} {1}{2} kann {3} oder {4} sein</translation>
    </message>
    <message>
        <source>{0} × faster</source>
        <translation>{0} × schneller</translation>
    </message>
    <message>
        <source>{0} × fewer bytes moved</source>
        <translation>{0} × weniger bewegte Bytes</translation>
    </message>
    <message>
        <source>{0} × less arithmetic</source>
        <translation>{0} × weniger Rechnungen</translation>
    </message>
    <message>
        <source>{0} × more arithmetic</source>
        <translation>{0} × mehr Rechnungen</translation>
    </message>
    <message>
        <source>{0} × more bytes moved</source>
        <translation>{0} × mehr bewegte Bytes</translation>
    </message>
    <message>
        <source>{0} × slower</source>
        <translation>{0} × langsamer</translation>
    </message>
    <message>
        <source>{0} × {1}: expected odd sides from 1 to {2}</source>
        <translation>{0} × {1}: erwartet werden ungerade Seiten von 1 bis {2}</translation>
    </message>
    <message>
        <source>{0}&apos; is the derivative of a function {0}, which no line defines</source>
        <translation>{0}&apos; ist die Ableitung einer Funktion {0}, die keine Zeile definiert</translation>
    </message>
    <message>
        <source>{0}( is Dirac&apos;s pulse, which no curve shows, or a product: {0}*(…)</source>
        <translation>{0}( ist Diracs Puls, den keine Kurve zeigt, oder ein Produkt: {0}*(…)</translation>
    </message>
    <message>
        <source>{0}(dx, dy) reads a neighbour: it cannot be given a value</source>
        <translation>{0}(dx, dy) liest einen Nachbarn: ein Wert lässt sich dafür nicht setzen</translation>
    </message>
    <message>
        <source>{0}(dx, dy) takes whole numbers from {1} to {2}, columns to the right and rows down, so that it is known which pixels are read</source>
        <translation>{0}(dx, dy) hat ganze Zahlen von {1} bis {2}, Spalten nach rechts und Zeilen nach unten, damit bekannt ist, welche Pixel gelesen werden</translation>
    </message>
    <message>
        <source>{0}({1:g}) = … is missing: solutions begin from {2}</source>
        <translation>{0}({1:g}) = … fehlt: Lösungen beginnen mit {2}</translation>
    </message>
    <message>
        <source>{0}({1},{2}) may be {0}({3}) or {0}({4})</source>
        <translation>{0}({1},{2}) kann {0}({3}) oder {0}({4}) sein</translation>
    </message>
    <message>
        <source>{0}(…) has several results: .{1}</source>
        <translation>{0}(…) hat mehrere Ergebnisse: .{1}</translation>
    </message>
    <message>
        <source>{0}(…) of complex numbers ends here: write a number in place of ∞</source>
        <translation>{0}(…) komplexer Zahlen endet hier: schreiben Sie eine Zahl statt ∞</translation>
    </message>
    <message>
        <source>{0}(…) of complex numbers has typed bounds here</source>
        <translation>{0}(…) komplexer Zahlen hat hier getippte Grenzen</translation>
    </message>
    <message>
        <source>{0}(…) stands alone in its line</source>
        <translation>{0}(…) steht allein in seiner Zeile</translation>
    </message>
    <message>
        <source>{0}(…) with infinitely many terms is not computed here</source>
        <translation>{0}(…) mit unendlich vielen Gliedern wird hier nicht berechnet</translation>
    </message>
    <message>
        <source>{0}, and its inverse is the curve x = {1}(y)</source>
        <translation>{0}, und ihre Umkehrung ist die Kurve x = {1}(y)</translation>
    </message>
    <message>
        <source>{0}, but as {1}(x)</source>
        <translation>{0}, sondern als {1}(x)</translation>
    </message>
    <message>
        <source>{0}, but the line ends</source>
        <translation>{0}, aber die Zeile ist zu Ende</translation>
    </message>
    <message>
        <source>{0}, defined in line {1}, cannot be read there</source>
        <translation>{0}, definiert in Zeile {1}, ist dort nicht lesbar</translation>
    </message>
    <message>
        <source>{0}, defined in line {1}, is wrong: {2}</source>
        <translation>{0}, definiert in Zeile {1}, ist falsch: {2}</translation>
    </message>
    <message>
        <source>{0}, not {1!r}</source>
        <translation>{0}, nicht {1!r}</translation>
    </message>
    <message>
        <source>{0}, or several functions in a list: {1}</source>
        <translation>{0}, oder mehrere Funktionen in einer Liste: {1}</translation>
    </message>
    <message>
        <source>{0}, written {1}</source>
        <translation>{0}, geschrieben {1}</translation>
    </message>
    <message>
        <source>{0}, {1:g} mm, f/{2:g}</source>
        <translation>{0}, {1:g} mm, f/{2:g}</translation>
    </message>
    <message>
        <source>{0}, {1}(…) is a product</source>
        <translation>{0}, {1}(…) ist ein Produkt</translation>
    </message>
    <message>
        <source>{0},{1} may be {2} or {3}</source>
        <translation>{0},{1} kann {2} oder {3} sein</translation>
    </message>
    <message>
        <source>{0}/{1}: divided by 0</source>
        <translation>{0}/{1}: durch 0 geteilt</translation>
    </message>
    <message>
        <source>{0}: expected low &lt; high</source>
        <translation>{0}: die untere Grenze muss kleiner sein als die obere</translation>
    </message>
    <message>
        <source>{0}: expected the lower end first</source>
        <translation>{0}: das untere Ende steht zuerst</translation>
    </message>
    <message>
        <source>{0}: of several variables expected auto, reverse or forward, or --by one</source>
        <translation>{0}: bei mehreren Variablen wird auto, reverse oder forward erwartet, oder eine Variable --by</translation>
    </message>
    <message>
        <source>{0}: there is no script of it; its picture is a PNG or an SVG</source>
        <translation>{0}: davon gibt es kein Skript; als Bild wird es PNG oder SVG</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0}; a decimal point is written as a point: {1}</source>
        <translation>{0}; ein Dezimalkomma schreibt man als Punkt: {1}</translation>
    </message>
    <message>
        <source>{0}; a line {1} = 1 makes it a slider</source>
        <translation>{0}; eine Zeile {1} = 1 macht es zum Regler</translation>
    </message>
    <message>
        <source>{0}; its principal value is {1:.15g}</source>
        <translation>{0}; sein Hauptwert ist {1:.15g}</translation>
    </message>
    <message>
        <source>{0}; the remainder has blanks on both sides: {1} % …</source>
        <translation>{0}; beim Rest stehen auf beiden Seiten Leerzeichen: {1} % …</translation>
    </message>
    <message>
        <source>{0}; the second is {1}</source>
        <translation>{0}; das zweite ist {1}</translation>
    </message>
    <message>
        <source>{0}; write {1}</source>
        <translation>{0}; schreiben Sie {1}</translation>
    </message>
    <message>
        <source>{0}[…](…) is no call here; a logarithm to a base is log_2(x), a root x^(1/3)</source>
        <translation>{0}[…](…) ist hier kein Aufruf; ein Logarithmus zu einer Basis ist log_2(x), eine Wurzel x^(1/3)</translation>
    </message>
    <message>
        <source>{0}{1} is written {2}</source>
        <translation>{0}{1} schreibt man {2}</translation>
    </message>
    <message>
        <source>{0}{1} may be {2} or {3}</source>
        <translation>{0}{1} kann {2} oder {3} sein</translation>
    </message>
    <message>
        <source>{0}{1}…{2} is written {3}</source>
        <translation>{0}{1}…{2} schreibt man {3}</translation>
    </message>
    <message>
        <source>| … | is an absolute value; between conditions stands or</source>
        <translation>| … | ist ein Betrag; zwischen Bedingungen steht or</translation>
    </message>
    <message>
        <source>~ is for data; a value is given by =</source>
        <translation>~ ist für Daten; einen Wert gibt =</translation>
    </message>
    <message>
        <source>°{0} is a unit of temperature; units are not known here, ° is an angle</source>
        <translation>°{0} ist eine Einheit der Temperatur; Einheiten gibt es hier nicht, ° ist ein Winkel</translation>
    </message>
    <message>
        <source>± stands for two curves: a line has one of them, with + or with -</source>
        <translation>± steht für zwei Kurven: eine Zeile hat eine davon, mit + oder mit -</translation>
    </message>
    <message>
        <source>Σ|x − y| at (1,1,1), (2,2,2): slopes in x and in y</source>
        <translation>Σ|x − y| bei (1,1,1), (2,2,2): Steigungen in x und in y</translation>
    </message>
</context>
<context>
    <name>ChannelBox</name>
    <message>
        <source>Channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <source>What of the picture is shown: all of it, or one channel; nothing is changed</source>
        <translation>Was vom Bild gezeigt wird: alles oder ein Kanal; nichts wird verändert</translation>
    </message>
</context>
<context>
    <name>ClassifyPage</name>
    <message>
        <source>Classify</source>
        <translation>Klassifizieren</translation>
    </message>
    <message>
        <source>A network with one hidden layer learns which of 200 small pictures are faces.</source>
        <translation>Ein Netz mit einer verdeckten Schicht lernt, welche von 200 kleinen Bildern Gesichter sind.</translation>
    </message>
    <message>
        <source>Units of the hidden layer</source>
        <translation>Einheiten der verdeckten Schicht</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Share of the pictures in the test set</source>
        <translation>Anteil der Bilder in der Testmenge</translation>
    </message>
    <message>
        <source>Seed of the weights and of the order</source>
        <translation>Startwert der Gewichte und der Reihenfolge</translation>
    </message>
    <message>
        <source>jit</source>
        <translation>jit</translation>
    </message>
    <message>
        <source>Compile each step; without, each operation runs by itself</source>
        <translation>Jeden Schritt kompilieren; sonst läuft jede Operation einzeln</translation>
    </message>
    <message>
        <source>for testing</source>
        <translation>zum Testen</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>Lernen</translation>
    </message>
    <message>
        <source>Loss of each epoch</source>
        <translation>Verlust je Epoche</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Accuracy of each epoch</source>
        <translation>Genauigkeit je Epoche</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Red: misclassified. With a dot: in the test set.</source>
        <translation>Rot: falsch erkannt. Mit Punkt: in der Testmenge.</translation>
    </message>
    <message>
        <source>Epoch {0}: loss {1}; accuracy {2} on the training set, {3} on the test set.</source>
        <translation>Epoche {0}: Verlust {1}; Genauigkeit {2} in der Trainingsmenge, {3} in der Testmenge.</translation>
    </message>
    <message>
        <source>With jit an epoch takes {0} ms.</source>
        <translation>Mit jit dauert eine Epoche {0} ms.</translation>
    </message>
    <message>
        <source>Without jit it takes {0} ms.</source>
        <translation>Ohne jit dauert sie {0} ms.</translation>
    </message>
    <message>
        <source>That is {0} times as long.</source>
        <translation>Das ist {0}-mal so lang.</translation>
    </message>
    <message>
        <source>learnt from</source>
        <translation>gelernt von</translation>
    </message>
    <message>
        <source>others</source>
        <translation>andere</translation>
    </message>
</context>
<context>
    <name>CodeEditor</name>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
</context>
<context>
    <name>CodePage</name>
    <message>
        <source>left</source>
        <translation>links</translation>
    </message>
    <message>
        <source>right</source>
        <translation>rechts</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>What the colours of lines stand for</source>
        <translation>Wofür die Farben der Zeilen stehen</translation>
    </message>
    <message>
        <source>Source lines</source>
        <translation>Quellzeilen</translation>
    </message>
    <message>
        <source>Equations</source>
        <translation>Gleichungen</translation>
    </message>
    <message>
        <source>Transforms</source>
        <translation>Transformationen</translation>
    </message>
    <message>
        <source>Run it on random numbers, and show beside each line its part</source>
        <translation>Es mit Zufallszahlen ausführen und neben jeder Zeile ihren Anteil zeigen</translation>
    </message>
    <message>
        <source>Beside the lines</source>
        <translation>Neben den Zeilen</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>The list of all stages; each text has a box of them, too</source>
        <translation>Die Liste aller Stufen; auch über jedem Text sind sie zu wählen</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Where operations come from, and compiler data</source>
        <translation>Woher Operationen kommen, und Daten des Compilers</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>Anordnungen</translation>
    </message>
    <message>
        <source>The order of axes in memory</source>
        <translation>Die Reihenfolge der Achsen im Speicher</translation>
    </message>
    <message>
        <source>Locations</source>
        <translation>Orte</translation>
    </message>
    <message>
        <source>Source locations and their tables</source>
        <translation>Quellorte und ihre Tabellen</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>Konstanten</translation>
    </message>
    <message>
        <source>The elements of constants</source>
        <translation>Die Elemente von Konstanten</translation>
    </message>
    <message>
        <source>Addresses</source>
        <translation>Adressen</translation>
    </message>
    <message>
        <source>Offsets of instructions</source>
        <translation>Abstände der Anweisungen</translation>
    </message>
    <message>
        <source>Show: {0}</source>
        <translation>Zeigen: {0}</translation>
    </message>
    <message>
        <source>Show {0}</source>
        <translation>{0} zeigen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>A click on a line keeps its partners marked; Esc lets them go</source>
        <translation>Ein Klick auf eine Zeile hält fest, was zu ihr gehört; Esc lässt es wieder los</translation>
    </message>
    <message>
        <source>nothing in {0} is known to belong to it</source>
        <translation>von nichts in {0} ist bekannt, dass es dazugehört</translation>
    </message>
    <message>
        <source>1 line in {1}, {2}</source>
        <translation>1 Zeile in {1}, {2}</translation>
    </message>
    <message>
        <source>{0} lines in {1}, {2}</source>
        <translation>{0} Zeilen in {1}, {2}</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>Zeile {0}</translation>
    </message>
    <message>
        <source>as written</source>
        <translation>wie geschrieben</translation>
    </message>
</context>
<context>
    <name>ColourButton</name>
    <message>
        <source>Hide line {0}</source>
        <translation>Zeile {0} verbergen</translation>
    </message>
    <message>
        <source>Show line {0}</source>
        <translation>Zeile {0} zeigen</translation>
    </message>
    <message>
        <source>Hide the folder in line {0}</source>
        <translation>Ordner in Zeile {0} ausblenden</translation>
    </message>
    <message>
        <source>Show the folder in line {0}</source>
        <translation>Ordner in Zeile {0} einblenden</translation>
    </message>
</context>
<context>
    <name>ColourChooser</name>
    <message>
        <source>Choose a colour…</source>
        <translation>Farbe wählen…</translation>
    </message>
    <message>
        <source>Choose the colour that the sliders above mix</source>
        <translation>Die Farbe wählen, die die Regler darüber mischen</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Type a command or a filter</source>
        <translation>Einen Befehl oder Filter tippen</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
</context>
<context>
    <name>CompareBar</name>
    <message>
        <source>Compare and measure</source>
        <translation>Vergleichen und messen</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Take snapshot</source>
        <translation>Schnappschuss aufnehmen</translation>
    </message>
    <message>
        <source>Keep the present result, to compare later ones with (Ctrl+Shift+B)</source>
        <translation>Das jetzige Ergebnis behalten, um spätere damit zu vergleichen (Strg+Umschalt+B)</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Absolute</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>Signed</source>
        <translation>Mit Vorzeichen</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Verstärkung</translation>
    </message>
    <message>
        <source>Gain slider</source>
        <translation>Verstärkung</translation>
    </message>
    <message>
        <source>By how much a difference is enlarged to be seen</source>
        <translation>Wie stark eine Differenz vergrößert wird, um sie zu sehen</translation>
    </message>
    <message>
        <source>About comparing</source>
        <translation>Über das Vergleichen</translation>
    </message>
    <message>
        <source>Close the comparison (F9)</source>
        <translation>Den Vergleich schließen (F9)</translation>
    </message>
    <message>
        <source>Peak signal to noise ratio: higher is nearer, above 40 dB hardly seen</source>
        <translation>Spitzen-Signal-Rausch-Verhältnis: höher ist näher, über 40 dB kaum zu sehen</translation>
    </message>
    <message>
        <source>Structural similarity: 1 is the same, near 0 has nothing in common</source>
        <translation>Strukturelle Ähnlichkeit: 1 ist gleich, nahe 0 ist nichts gemeinsam</translation>
    </message>
    <message>
        <source>Mean squared difference of all values, from 0 to 1</source>
        <translation>Mittlere quadrierte Differenz aller Werte, von 0 bis 1</translation>
    </message>
    <message>
        <source>The greatest difference of any value, from 0 to 1</source>
        <translation>Die größte Differenz eines Werts, von 0 bis 1</translation>
    </message>
    <message>
        <source>CIEDE2000, the mean over all pixels: about 1 is just seen</source>
        <translation>CIEDE2000, das Mittel über alle Pixel: etwa 1 ist gerade noch zu sehen</translation>
    </message>
    <message>
        <source>CIEDE2000 of the pixel that differs most</source>
        <translation>CIEDE2000 des Pixels, das sich am meisten unterscheidet</translation>
    </message>
    <message>
        <source>Measured over the whole result, at full size, as it would be saved</source>
        <translation>Am ganzen Ergebnis in voller Größe gemessen, wie es gespeichert würde</translation>
    </message>
    <message>
        <source>Earlier state</source>
        <translation>Früherer Stand</translation>
    </message>
    <message>
        <source>measuring…</source>
        <translation>wird gemessen…</translation>
    </message>
    <message>
        <source>The sizes differ, {0} and {1}: nothing to compare pixel by pixel</source>
        <translation>Die Größen sind verschieden, {0} und {1}: nichts lässt sich Pixel für Pixel vergleichen</translation>
    </message>
    <message>
        <source> · {0} %</source>
        <translation> · {0} %</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>approximate: of a smaller copy</source>
        <translation>angenähert: an einer kleineren Kopie</translation>
    </message>
    <message>
        <source>{0} and left out</source>
        <translation>{0} und ausgelassen</translation>
    </message>
    <message>
        <source>PSNR ∞ (nothing differs)</source>
        <translation>PSNR ∞ (nichts ist verschieden)</translation>
    </message>
    <message>
        <source>PSNR {0} dB</source>
        <translation>PSNR {0} dB</translation>
    </message>
    <message>
        <source>SSIM {0}</source>
        <translation>SSIM {0}</translation>
    </message>
    <message>
        <source>MSE {0}</source>
        <translation>MSE {0}</translation>
    </message>
    <message>
        <source>max |Δ| {0}</source>
        <translation>max |Δ| {0}</translation>
    </message>
    <message>
        <source>ΔE {0}</source>
        <translation>ΔE {0}</translation>
    </message>
    <message>
        <source>max ΔE {0}</source>
        <translation>max ΔE {0}</translation>
    </message>
</context>
<context>
    <name>ComparePage</name>
    <message>
        <source>Pin this</source>
        <translation>Diese anheften</translation>
    </message>
    <message>
        <source>Pin the current compilation, to compare others with it</source>
        <translation>Die jetzige Kompilierung anheften, um andere damit zu vergleichen</translation>
    </message>
    <message>
        <source>Stage to compare</source>
        <translation>Stufe für den Vergleich</translation>
    </message>
    <message>
        <source>Whole text</source>
        <translation>Ganzer Text</translation>
    </message>
    <message>
        <source>Measure both</source>
        <translation>Beide messen</translation>
    </message>
    <message>
        <source>Run each for a fifth of a second</source>
        <translation>Jede eine Fünftelsekunde laufen lassen</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>A compilation of before</source>
        <translation>Eine Übersetzung von vorhin</translation>
    </message>
    <message>
        <source>Compile it in another way, and compare that with this</source>
        <translation>Es anders übersetzen und das mit diesem vergleichen</translation>
    </message>
    <message>
        <source>Otherwise…</source>
        <translation>Anders…</translation>
    </message>
    <message>
        <source>The change before (Shift+F4)</source>
        <translation>Die vorige Änderung (Umschalt+F4)</translation>
    </message>
    <message>
        <source>The next change (F4)</source>
        <translation>Die nächste Änderung (F4)</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Was sich geändert hat</translation>
    </message>
    <message>
        <source>the pinned one</source>
        <translation>die angeheftete</translation>
    </message>
    <message>
        <source>the current compilation</source>
        <translation>die jetzige Kompilierung</translation>
    </message>
    <message>
        <source>Choose an earlier compilation in the box above, or compile this one in another way with Otherwise…: what differs is then said here.</source>
        <translation>Wählen Sie im Feld oben ein früheres Kompilat, oder kompilieren Sie dieses mit „Anders…“ auf andere Weise: hier steht dann, worin sie sich unterscheiden.</translation>
    </message>
    <message>
        <source>Pinned: {0}. What you look at next is compared with it: another function or version, other options, or what Otherwise… compiles.</source>
        <translation>Angeheftet: {0}. Womit es verglichen wird, ist das nächste, das Sie ansehen: eine andere Funktion oder Fassung, andere Optionen, oder was „Anders…“ kompiliert.</translation>
    </message>
    <message>
        <source>{0}   →   {1}</source>
        <translation>{0}   →   {1}</translation>
    </message>
    <message>
        <source>Fast math</source>
        <translation>Fast Math</translation>
    </message>
    <message>
        <source>LLVM without optimisation</source>
        <translation>LLVM ohne Optimierung</translation>
    </message>
    <message>
        <source>Without fusion</source>
        <translation>Ohne Fusion</translation>
    </message>
    <message>
        <source>{0}: no line differs</source>
        <translation>{0}: keine Zeile ist verschieden</translation>
    </message>
</context>
<context>
    <name>Comparing</name>
    <message>
        <source>Snapshot {0}</source>
        <translation>Schnappschuss {0}</translation>
    </message>
</context>
<context>
    <name>CompilationLogPage</name>
    <message>
        <source>Compilations</source>
        <translation>Kompilierungen</translation>
    </message>
    <message>
        <source>Pin the compilation that was shown before this one, and compare the two</source>
        <translation>Die zuvor gezeigte Übersetzung anheften und beide vergleichen</translation>
    </message>
    <message>
        <source>Compare with the One Before</source>
        <translation>Mit der vorigen vergleichen</translation>
    </message>
</context>
<context>
    <name>Completion</name>
    <message>
        <source>Names to take</source>
        <translation>Angebotene Namen</translation>
    </message>
</context>
<context>
    <name>CopyDialog</name>
    <message>
        <source>Copy Some Filters</source>
        <translation>Einzelne Filter kopieren</translation>
    </message>
    <message>
        <source>Filters to copy</source>
        <translation>Zu kopierende Filter</translation>
    </message>
    <message>
        <source>A paste puts them in place of the same filters of a photo, or after all others.</source>
        <translation>Das Einfügen setzt sie an die Stelle derselben Filter eines Fotos, oder hinter alle anderen.</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>CostPage</name>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Run it for a fifth of a second, and this machine&apos;s best beside it</source>
        <translation>Eine Fünftelsekunde laufen lassen, und daneben das Beste dieses Rechners</translation>
    </message>
    <message>
        <source>Counted</source>
        <translation>Gezählt</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Linked to the source</source>
        <translation>Mit der Quelle verknüpft</translation>
    </message>
    <message>
        <source>Kernels, one run</source>
        <translation>Kernel, ein Lauf</translation>
    </message>
    <message>
        <source>Not measured: {0}</source>
        <translation>Nicht gemessen: {0}</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>Arithmetik</translation>
    </message>
    <message>
        <source>sin, exp and the like</source>
        <translation>sin, exp und Ähnliches</translation>
    </message>
    <message>
        <source>Bytes moved</source>
        <translation>Bewegte Bytes</translation>
    </message>
    <message>
        <source>A loop&apos;s body counts once</source>
        <translation>Der Rumpf einer Schleife zählt einmal</translation>
    </message>
    <message>
        <source>{0} times</source>
        <translation>{0}-mal</translation>
    </message>
    <message>
        <source>Arithmetic, with loops</source>
        <translation>Arithmetik, mit Schleifen</translation>
    </message>
    <message>
        <source>Bytes moved, with loops</source>
        <translation>Bewegte Bytes, mit Schleifen</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>Intensität</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Shared by both</source>
        <translation>Beiden gemeinsam</translation>
    </message>
    <message>
        <source>In between</source>
        <translation>Dazwischen</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>Höchstwert</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Until the call returns</source>
        <translation>Bis der Aufruf zurückkehrt</translation>
    </message>
    <message>
        <source>Until the result is there</source>
        <translation>Bis das Ergebnis da ist</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>This machine at its best</source>
        <translation>Das Beste dieses Rechners</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>the caches</source>
        <translation>die Caches</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>Arithmetik</translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation>Begrenzt durch</translation>
    </message>
    <message>
        <source>Best arithmetic</source>
        <translation>Beste Arithmetik</translation>
    </message>
    <message>
        <source>Best memory</source>
        <translation>Bester Speicher</translation>
    </message>
    <message>
        <source>Best for so few bytes</source>
        <translation>Bestes für so wenige Bytes</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
</context>
<context>
    <name>CropBar</name>
    <message>
        <source>Proportions</source>
        <translation>Seitenverhältnis</translation>
    </message>
    <message>
        <source>Width by height of what is left</source>
        <translation>Breite zu Höhe dessen, was bleibt</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Own…</source>
        <translation>Eigenes …</translation>
    </message>
    <message>
        <source>Own proportions</source>
        <translation>Eigenes Seitenverhältnis</translation>
    </message>
    <message>
        <source>Width by height: 7:5 or 2.35</source>
        <translation>Breite zu Höhe: 7:5 oder 2,35</translation>
    </message>
    <message>
        <source>Swap width and height</source>
        <translation>Breite und Höhe vertauschen</translation>
    </message>
    <message>
        <source>Turns the photo, counter-clockwise; so does the round handle above the box</source>
        <translation>Dreht das Foto gegen den Uhrzeigersinn, wie der runde Griff über dem Rahmen</translation>
    </message>
    <message>
        <source>Angle</source>
        <translation>Winkel</translation>
    </message>
    <message>
        <source>Straighten: draw a line along the horizon (or drag with Ctrl)</source>
        <translation>Geraderichten: eine Linie am Horizont entlang zeichnen (oder mit Strg ziehen)</translation>
    </message>
    <message>
        <source>The largest rectangle without empty corners</source>
        <translation>Das größte Rechteck ohne leere Ecken</translation>
    </message>
    <message>
        <source>Width and height of what is left, in pixels</source>
        <translation>Breite und Höhe dessen, was bleibt, in Pixeln</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
</context>
<context>
    <name>CropTool</name>
    <message>
        <source>Crop and straighten</source>
        <translation>Zuschneiden und geraderichten</translation>
    </message>
    <message>
        <source>Angle: {0}°; left and right arrow keys turn the photo</source>
        <translation>Winkel: {0}°; die Pfeiltasten links und rechts drehen das Foto</translation>
    </message>
    <message>
        <source>The whole rectangle</source>
        <translation>Das ganze Rechteck</translation>
    </message>
    <message>
        <source>Draw along the horizon, or along what is upright</source>
        <translation>Am Horizont entlang zeichnen, oder an etwas Senkrechtem</translation>
    </message>
</context>
<context>
    <name>CurveEditor</name>
    <message>
        <source>Point {0} of {1}: {2} becomes {3}. Arrows move it, Page Up and Page Down select another, Insert adds one, Delete removes it.</source>
        <translation>Punkt {0} von {1}: {2} wird {3}. Pfeile bewegen ihn, Bild auf und ab wählen einen anderen, Einfg fügt einen hinzu, Entf entfernt ihn.</translation>
    </message>
</context>
<context>
    <name>CurveRow</name>
    <message>
        <source>Custom points</source>
        <translation>Eigene Punkte</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>Tone</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>New tone</source>
        <translation>Neuer Ton</translation>
    </message>
    <message>
        <source>{0} of the selected point, from 0 to 1</source>
        <translation>{0} des gewählten Punkts, von 0 bis 1</translation>
    </message>
    <message>
        <source>Expected a number from 0 to 1</source>
        <translation>Erwartet wird eine Zahl von 0 bis 1</translation>
    </message>
    <message>
        <source>curve</source>
        <translation>Kurve</translation>
    </message>
    <message>
        <source>Drag a point; click beside the points to add one, double click one to remove it.
Arrows move the selected point (with Shift finely), Page Up and Page Down select another, Insert adds one, Delete removes it.</source>
        <translation>Einen Punkt ziehen; ein Klick neben die Punkte fügt einen hinzu, ein Doppelklick entfernt ihn.
Pfeile bewegen den gewählten Punkt (mit Umschalt fein), Bild auf und ab wählen einen anderen, Einfg fügt einen hinzu, Entf entfernt ihn.</translation>
    </message>
</context>
<context>
    <name>DerivativesPage</name>
    <message>
        <source>Derivatives</source>
        <translation>Ableitungen</translation>
    </message>
    <message>
        <source>Type a curve to compare the ways to its derivatives.</source>
        <translation>Eine Kurve eintippen, um die Wege zu ihren Ableitungen zu vergleichen.</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Highest order</source>
        <translation>Höchste Ordnung</translation>
    </message>
    <message>
        <source>Computed in</source>
        <translation>Berechnet in</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>orders to</source>
        <translation>Ordnungen bis</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Reverse</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Taylor</source>
        <translation>Taylor</translation>
    </message>
    <message>
        <source>jet</source>
        <translation>jet</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Symbolic</source>
        <translation>Symbolisch</translation>
    </message>
    <message>
        <source>Ways to a derivative</source>
        <translation>Wege zu einer Ableitung</translation>
    </message>
    <message>
        <source>Way</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Eqns</source>
        <translation>Gln.</translation>
    </message>
    <message>
        <source>Compile, ms</source>
        <translation>Kompilieren, ms</translation>
    </message>
    <message>
        <source>Run, µs</source>
        <translation>Lauf, µs</translation>
    </message>
    <message>
        <source>Errors are relative to fifty digits, and values are written as far as they are sure. Equations are those of the jaxpr.</source>
        <translation>Fehler sind relativ zu fünfzig Stellen, und Werte sind so weit geschrieben, wie sie sicher sind. Gleichungen sind die des Jaxpr.</translation>
    </message>
    <message>
        <source>Error of differences over their step</source>
        <translation>Fehler von Differenzen über ihrem Schritt</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Error over the step</source>
        <translation>Fehler über dem Schritt</translation>
    </message>
    <message>
        <source>error of f′</source>
        <translation>Fehler von f′</translation>
    </message>
    <message>
        <source>How formulas and programs grow</source>
        <translation>Wie Formeln und Programme wachsen</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Zählen</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>Wachstum</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>one-sided</source>
        <translation>einseitig</translation>
    </message>
    <message>
        <source>central</source>
        <translation>zentral</translation>
    </message>
    <message>
        <source>Large steps leave out the bend, small ones are lost in rounding. Best: {0} one-sided, {1} central.</source>
        <translation>Große Schritte lassen die Biegung weg, kleine verlieren sich in der Rundung. Am besten: {0} einseitig, {1} zentral.</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>gemeinsam</translation>
    </message>
</context>
<context>
    <name>DescentPage</name>
    <message>
        <source>Descent</source>
        <translation>Abstieg</translation>
    </message>
    <message>
        <source>Type a curve or a surface to walk down.</source>
        <translation>Eine Kurve oder Fläche eintippen, um auf ihr hinabzugehen.</translation>
    </message>
    <message>
        <source>Start: x</source>
        <translation>Start: x</translation>
    </message>
    <message>
        <source>Start: y</source>
        <translation>Start: y</translation>
    </message>
    <message>
        <source>Gradient descent</source>
        <translation>Gradientenabstieg</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <source>Nesterov</source>
        <translation>Nesterov</translation>
    </message>
    <message>
        <source>Adam</source>
        <translation>Adam</translation>
    </message>
    <message>
        <source>How it walks</source>
        <translation>Wie es geht</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Rate: multiplies the gradient</source>
        <translation>Rate: multipliziert den Gradienten</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Share of the last step</source>
        <translation>Anteil des letzten Schritts</translation>
    </message>
    <message>
        <source>momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <source>Walk</source>
        <translation>Gehen</translation>
    </message>
    <message>
        <source>A step back</source>
        <translation>Ein Schritt zurück</translation>
    </message>
    <message>
        <source>A step on</source>
        <translation>Ein Schritt weiter</translation>
    </message>
    <message>
        <source>Clear the path</source>
        <translation>Pfad löschen</translation>
    </message>
    <message>
        <source>Value at each step</source>
        <translation>Wert bei jedem Schritt</translation>
    </message>
    <message>
        <source>From the pin</source>
        <translation>Vom festen Punkt</translation>
    </message>
    <message>
        <source>Begin at the point pinned on the curve</source>
        <translation>Am Punkt beginnen, der auf der Kurve festgehalten ist</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Step {0} of {1}: at {2}, value {3}, slope {4}.</source>
        <translation>Schritt {0} von {1}: bei {2}, Wert {3}, Steigung {4}.</translation>
    </message>
</context>
<context>
    <name>DeviceBox</name>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Where the pixels are computed</source>
        <translation>Wo die Pixel berechnet werden</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet…</translation>
    </message>
    <message>
        <source>Memory: {0}</source>
        <translation>Speicher: {0}</translation>
    </message>
    <message>
        <source>{0} (not available)</source>
        <translation>{0} (nicht verfügbar)</translation>
    </message>
</context>
<context>
    <name>Divider</name>
    <message>
        <source>Divider between before and after</source>
        <translation>Trennlinie zwischen vorher und nachher</translation>
    </message>
    <message>
        <source>Left and right arrow keys move it</source>
        <translation>Pfeiltasten links und rechts bewegen sie</translation>
    </message>
    <message>
        <source>Left: before. Right: after.</source>
        <translation>Links: vorher. Rechts: nachher.</translation>
    </message>
</context>
<context>
    <name>Dock</name>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen…</translation>
    </message>
</context>
<context>
    <name>DockPanel</name>
    <message>
        <source>{0} in a Window of Its Own</source>
        <translation>{0} in eigenem Fenster</translation>
    </message>
</context>
<context>
    <name>DrawnLine</name>
    <message>
        <source>Drawn from the seed {0} and the step&apos;s own key {1}</source>
        <translation>Gezogen aus dem Startwert {0} und dem eigenen Schlüssel {1} des Schritts</translation>
    </message>
    <message>
        <source>Drawn: {0}</source>
        <translation>Gezogen: {0}</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
</context>
<context>
    <name>DropTarget</name>
    <message>
        <source>Drop to open: photos, a folder, a session, a recipe, a sheet of functions</source>
        <translation>Zum Öffnen ablegen: Fotos, einen Ordner, eine Sitzung, ein Rezept, ein Blatt mit Funktionen</translation>
    </message>
</context>
<context>
    <name>EngineJobs</name>
    <message>
        <source>Saving {0}</source>
        <translation>{0} wird gespeichert</translation>
    </message>
    <message>
        <source>Saved {0}</source>
        <translation>{0} gespeichert</translation>
    </message>
</context>
<context>
    <name>Entries</name>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>Rechenweg</translation>
    </message>
    <message>
        <source>Lower</source>
        <translation>Lowering</translation>
    </message>
    <message>
        <source>Compile</source>
        <translation>Kompilieren</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
</context>
<context>
    <name>ErrorBanner</name>
    <message>
        <source>{0}, line {1}</source>
        <translation>{0}, Zeile {1}</translation>
    </message>
    <message>
        <source>Suggestion</source>
        <translation>Vorschlag</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Save {0}</source>
        <translation>{0} speichern</translation>
    </message>
    <message>
        <source>A part of the file at 100 %</source>
        <translation>Ein Ausschnitt der Datei bei 100 %</translation>
    </message>
    <message>
        <source>Stored as</source>
        <translation>Gespeichert als</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Qualität</translation>
    </message>
    <message>
        <source>As the photo&apos;s file</source>
        <translation>Wie die Datei des Fotos</translation>
    </message>
    <message>
        <source>Compress a JPEG as the JPEG that was opened; 95 otherwise</source>
        <translation>Ein JPEG so komprimieren wie das geöffnete; sonst 95</translation>
    </message>
    <message>
        <source>Longest side at most</source>
        <translation>Längste Seite höchstens</translation>
    </message>
    <message>
        <source>As the photo</source>
        <translation>Wie das Foto</translation>
    </message>
    <message>
        <source>Convert to sRGB</source>
        <translation>In sRGB umwandeln</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Keep all</source>
        <translation>Alle behalten</translation>
    </message>
    <message>
        <source>Drop the location</source>
        <translation>Den Ort weglassen</translation>
    </message>
    <message>
        <source>Drop all</source>
        <translation>Alle weglassen</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Ask each time</source>
        <translation>Jedes Mal fragen</translation>
    </message>
    <message>
        <source>Without it Save As writes at once, as chosen here; Settings has it, too</source>
        <translation>Sonst schreibt Speichern unter sofort, wie hier gewählt; auch in den Einstellungen</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Computing the file&apos;s size…</source>
        <translation>Die Größe der Datei wird berechnet …</translation>
    </message>
    <message>
        <source>{0}, {1} × {2} pixels; above a part at 100 %</source>
        <translation>{0}, {1} × {2} Pixel; darüber ein Ausschnitt bei 100 %</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>PNG picture</source>
        <translation>PNG-Bild</translation>
    </message>
    <message>
        <source>SVG drawing</source>
        <translation>SVG-Zeichnung</translation>
    </message>
    <message>
        <source>PDF page</source>
        <translation>PDF-Seite</translation>
    </message>
    <message>
        <source>TikZ for LaTeX</source>
        <translation>TikZ für LaTeX</translation>
    </message>
    <message>
        <source>Points as CSV</source>
        <translation>Punkte als CSV</translation>
    </message>
    <message>
        <source>Python script</source>
        <translation>Python-Skript</translation>
    </message>
    <message>
        <source>Animation: GIF</source>
        <translation>Animation: GIF</translation>
    </message>
    <message>
        <source>Animation: WebP</source>
        <translation>Animation: WebP</translation>
    </message>
    <message>
        <source>Animation: MP4</source>
        <translation>Animation: MP4</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Maßstab</translation>
    </message>
    <message>
        <source>Transparent ground</source>
        <translation>Durchsichtiger Grund</translation>
    </message>
    <message>
        <source>As the window</source>
        <translation>Wie das Fenster</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Slider</source>
        <translation>Regler</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Frames a second</source>
        <translation>Bilder pro Sekunde</translation>
    </message>
    <message>
        <source>And back to the start</source>
        <translation>Und zurück zum Anfang</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>More than {0} megapixels</source>
        <translation>Mehr als {0} Megapixel</translation>
    </message>
    <message>
        <source>{0} × {1} pixels</source>
        <translation>{0} × {1} Pixel</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} s</translation>
    </message>
    <message>
        <source>The range ends where it begins</source>
        <translation>Der Bereich endet, wo er beginnt</translation>
    </message>
</context>
<context>
    <name>ExpressionRow</name>
    <message>
        <source>Examples of expressions</source>
        <translation>Beispiele für Ausdrücke</translation>
    </message>
</context>
<context>
    <name>Faces</name>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>{0} of {1} misclassified</source>
        <translation>{0} von {1} falsch erkannt</translation>
    </message>
    <message>
        <source>no face</source>
        <translation>kein Gesicht</translation>
    </message>
    <message>
        <source>a face</source>
        <translation>ein Gesicht</translation>
    </message>
    <message>
        <source>{0}, taken for {1}</source>
        <translation>{0}, gehalten für {1}</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>Saved {0}</source>
        <translation>{0} gespeichert</translation>
    </message>
    <message>
        <source>Drawing {0} frames…</source>
        <translation>{0} Bilder werden gezeichnet…</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
</context>
<context>
    <name>Filmstrip</name>
    <message>
        <source>Photos of the session</source>
        <translation>Fotos der Sitzung</translation>
    </message>
    <message>
        <source>Show photos with at least so many stars</source>
        <translation>Fotos mit mindestens so vielen Sternen zeigen</translation>
    </message>
    <message>
        <source>Any rating</source>
        <translation>Jede Bewertung</translation>
    </message>
    <message>
        <source>Show photos with this flag</source>
        <translation>Fotos mit dieser Markierung zeigen</translation>
    </message>
    <message>
        <source>Any flag</source>
        <translation>Jede Markierung</translation>
    </message>
    <message>
        <source>Picked</source>
        <translation>Ausgewählt</translation>
    </message>
    <message>
        <source>Not flagged</source>
        <translation>Nicht markiert</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Verworfen</translation>
    </message>
    <message>
        <source>Photos: {0}</source>
        <translation>Fotos: {0}</translation>
    </message>
    <message>
        <source>Photos: {1} of {0}</source>
        <translation>Fotos: {1} von {0}</translation>
    </message>
</context>
<context>
    <name>FitOutcome</name>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Residuals</source>
        <translation>Residuen</translation>
    </message>
    <message>
        <source>residuals</source>
        <translation>Residuen</translation>
    </message>
    <message>
        <source>Gradient of each point&apos;s own loss</source>
        <translation>Gradient des eigenen Verlusts jedes Punkts</translation>
    </message>
    <message>
        <source>gradient of each point</source>
        <translation>Gradient jedes Punkts</translation>
    </message>
    <message>
        <source>Converged</source>
        <translation>Konvergiert</translation>
    </message>
    <message>
        <source>Did not converge</source>
        <translation>Nicht konvergiert</translation>
    </message>
    <message>
        <source>{0}: {1}. r² = {2}, residual deviation {3}, {4} iterations.</source>
        <translation>{0}: {1}. r² = {2}, Residuenabweichung {3}, {4} Iterationen.</translation>
    </message>
    <message>
        <source>Step {0}: loss {1}, {2} s.</source>
        <translation>Schritt {0}: Verlust {1}, {2} s.</translation>
    </message>
    <message>
        <source>length</source>
        <translation>Länge</translation>
    </message>
</context>
<context>
    <name>FitPage</name>
    <message>
        <source>Fit</source>
        <translation>Anpassung</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>How many points to generate</source>
        <translation>Wie viele Punkte erzeugt werden</translation>
    </message>
    <message>
        <source>Standard deviation of their noise</source>
        <translation>Standardabweichung ihres Rauschens</translation>
    </message>
    <message>
        <source>Seed of their noise</source>
        <translation>Startwert ihres Rauschens</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>No model yet: a line such as y ~ w x + c.</source>
        <translation>Noch kein Modell: eine Zeile wie y ~ w x + c.</translation>
    </message>
    <message>
        <source>Add a model</source>
        <translation>Ein Modell hinzufügen</translation>
    </message>
    <message>
        <source>Least squares</source>
        <translation>Kleinste Quadrate</translation>
    </message>
    <message>
        <source>Descent: Adam</source>
        <translation>Abstieg: Adam</translation>
    </message>
    <message>
        <source>Descent: gradient</source>
        <translation>Abstieg: Gradient</translation>
    </message>
    <message>
        <source>Descent: momentum</source>
        <translation>Abstieg: Momentum</translation>
    </message>
    <message>
        <source>How it is fitted</source>
        <translation>Wie angepasst wird</translation>
    </message>
    <message>
        <source>no penalty</source>
        <translation>keine Strafe</translation>
    </message>
    <message>
        <source>ridge</source>
        <translation>Ridge</translation>
    </message>
    <message>
        <source>lasso</source>
        <translation>Lasso</translation>
    </message>
    <message>
        <source>Penalty on the parameters</source>
        <translation>Strafe auf die Parameter</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Strength of the penalty</source>
        <translation>Stärke der Strafe</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>strength</source>
        <translation>Stärke</translation>
    </message>
    <message>
        <source>∇ of each point</source>
        <translation>∇ jedes Punkts</translation>
    </message>
    <message>
        <source>The gradient of each point&apos;s own loss, by vmap</source>
        <translation>Der Gradient des eigenen Verlusts jedes Punkts, mit vmap</translation>
    </message>
    <message>
        <source>Fit the model</source>
        <translation>Modell anpassen</translation>
    </message>
    <message>
        <source>The points are lists of the sheet: {0}</source>
        <translation>Die Punkte sind Listen des Blattes: {0}</translation>
    </message>
</context>
<context>
    <name>FlagMenu</name>
    <message>
        <source>XLA flags</source>
        <translation>XLA-Flags</translation>
    </message>
    <message>
        <source>Switches of the compiler, each with what it does</source>
        <translation>Schalter des Compilers, jeder mit dem, was er bewirkt</translation>
    </message>
</context>
<context>
    <name>FlameGraph</name>
    <message>
        <source>What the widths stand for</source>
        <translation>Wofür die Breiten stehen</translation>
    </message>
    <message>
        <source>What stands below what</source>
        <translation>Was unter was steht</translation>
    </message>
    <message>
        <source>Functions</source>
        <translation>Funktionen</translation>
    </message>
    <message>
        <source>Named scopes</source>
        <translation>Benannte Bereiche</translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation>Flammengraph</translation>
    </message>
    <message>
        <source>no flame: the stages are linked by names, not equation by equation</source>
        <translation>keine Flammen: die Stufen sind nach Namen verknüpft, nicht Gleichung für Gleichung</translation>
    </message>
</context>
<context>
    <name>Form</name>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Automatically resize this axis whenever the displayed data is changed.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</source>
        <translation>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Passt die Achse an, sooft sich die gezeigten Daten ändern.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</translation>
    </message>
    <message>
        <source>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Enables mouse interaction (panning, scaling) for this axis.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</source>
        <translation>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Lässt die Maus diese Achse verschieben und dehnen.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</translation>
    </message>
    <message>
        <source>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Inverts the display of this axis. (+y points downward instead of upward)&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</source>
        <translation>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Kehrt die Achse um (+y zeigt nach unten statt nach oben).&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</translation>
    </message>
    <message>
        <source>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Links this axis with another view. When linked, both views will display the same data range.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</source>
        <translation>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Verbindet die Achse mit der eines anderen Diagramms: beide zeigen denselben Bereich.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</translation>
    </message>
    <message>
        <source>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Maximum value to display for this axis.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</source>
        <translation>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Größter gezeigter Wert der Achse.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</translation>
    </message>
    <message>
        <source>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Minimum value to display for this axis.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</source>
        <translation>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Kleinster gezeigter Wert der Achse.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</translation>
    </message>
    <message>
        <source>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Percent of data to be visible when auto-scaling. It may be useful to decrease this value for data with spiky noise.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</source>
        <translation>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Anteil der Daten, der bei selbsttätiger Anpassung zu sehen ist. Ein kleinerer Wert hilft bei Daten mit Ausreißern.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</translation>
    </message>
    <message>
        <source>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Set the range for this axis manually. This disables automatic scaling. &lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</source>
        <translation>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Legt den Bereich der Achse fest; sie wird nicht mehr selbsttätig angepasst.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</translation>
    </message>
    <message>
        <source>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;When checked, the axis will automatically pan to center on the current data, but the scale along this axis will not change.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</source>
        <translation>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Die Achse rückt die Daten in die Mitte; ihr Maßstab bleibt.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</translation>
    </message>
    <message>
        <source>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;When checked, the axis will only auto-scale to data that is visible along the orthogonal axis.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</source>
        <translation>&lt;html&gt;&lt;head/&gt;&lt;body&gt;&lt;p&gt;Die Achse wird nur an Daten angepasst, die auf der anderen Achse zu sehen sind.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Auto Pan Only</source>
        <translation>Nur verschieben</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Export options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Invert Axis</source>
        <translation>Achse umkehren</translation>
    </message>
    <message>
        <source>Item to export:</source>
        <translation>Was exportiert wird:</translation>
    </message>
    <message>
        <source>Link Axis:</source>
        <translation>Verbunden mit:</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Fest</translation>
    </message>
    <message>
        <source>Mouse Enabled</source>
        <translation>Maus bewegt die Achse</translation>
    </message>
    <message>
        <source>PyQtGraph</source>
        <translation>PyQtGraph</translation>
    </message>
    <message>
        <source>Visible Data Only</source>
        <translation>Nur sichtbare Daten</translation>
    </message>
</context>
<context>
    <name>GraphPage</name>
    <message>
        <source>Stage of the graph</source>
        <translation>Stufe des Graphen</translation>
    </message>
    <message>
        <source>Show all that the chosen node depends on</source>
        <translation>Alles zeigen, wovon der gewählte Knoten abhängt</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Show all that depends on the chosen node</source>
        <translation>Alles zeigen, was vom gewählten Knoten abhängt</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>Around it</source>
        <translation>Ringsum</translation>
    </message>
    <message>
        <source>Show the nodes nearest to the chosen one</source>
        <translation>Die nächsten Knoten zum gewählten zeigen</translation>
    </message>
    <message>
        <source>Search names and types</source>
        <translation>Namen und Typen suchen</translation>
    </message>
    <message>
        <source>Search the graph</source>
        <translation>Den Graphen durchsuchen</translation>
    </message>
    <message>
        <source>Enter goes to the next node, Shift+Enter to the one before</source>
        <translation>Die Eingabetaste geht zum nächsten Knoten, mit Umschalt zum vorigen</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Open all</source>
        <translation>Alle öffnen</translation>
    </message>
    <message>
        <source>Open every box</source>
        <translation>Jeden Kasten öffnen</translation>
    </message>
    <message>
        <source>Shut all</source>
        <translation>Alle schließen</translation>
    </message>
    <message>
        <source>Shut every box</source>
        <translation>Jeden Kasten schließen</translation>
    </message>
    <message>
        <source>Show all of it (0)</source>
        <translation>Alles zeigen (0)</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>In the code</source>
        <translation>Im Code</translation>
    </message>
    <message>
        <source>Show the chosen node in the text (Enter)</source>
        <translation>Den gewählten Knoten im Text zeigen (Eingabe)</translation>
    </message>
    <message>
        <source>Run it on random numbers, and colour each node by its part of the time</source>
        <translation>Es mit Zufallszahlen ausführen und jeden Knoten nach seinem Anteil an der Zeit färben</translation>
    </message>
    <message>
        <source>Write what is drawn to an SVG file</source>
        <translation>Was gezeichnet ist, in eine SVG-Datei schreiben</translation>
    </message>
    <message>
        <source>Save as SVG…</source>
        <translation>Als SVG speichern…</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>{0} inside</source>
        <translation>{0} darin</translation>
    </message>
    <message>
        <source>{0} found</source>
        <translation>{0} gefunden</translation>
    </message>
    <message>
        <source>{0} followed</source>
        <translation>{0} verfolgt</translation>
    </message>
    <message>
        <source>{0} of {1} nodes shown</source>
        <translation>{0} von {1} Knoten gezeigt</translation>
    </message>
</context>
<context>
    <name>GrayButton</name>
    <message>
        <source>Pick gray</source>
        <translation>Grau aufnehmen</translation>
    </message>
    <message>
        <source>Then click on the picture what should be gray or white</source>
        <translation>Danach im Bild anklicken, was grau oder weiß sein soll</translation>
    </message>
</context>
<context>
    <name>GrayPoint</name>
    <message>
        <source>Switch off the filters below that move the picture, then pick again</source>
        <translation>Schalten Sie die Filter darunter aus, die das Bild bewegen, und wählen Sie erneut</translation>
    </message>
</context>
<context>
    <name>Handles</name>
    <message>
        <source>Handles on the picture</source>
        <translation>Griffe auf dem Bild</translation>
    </message>
    <message>
        <source>Tab: the next handle; arrow keys move it, with Ctrl by ten pixels; Enter ends, Esc cancels</source>
        <translation>Tab: der nächste Griff; Pfeiltasten bewegen ihn, mit Strg um zehn Pixel; Eingabe beendet, Esc bricht ab</translation>
    </message>
</context>
<context>
    <name>HandlesButton</name>
    <message>
        <source>Edit on the picture</source>
        <translation>Auf dem Bild bearbeiten</translation>
    </message>
    <message>
        <source>Done on the picture</source>
        <translation>Auf dem Bild fertig</translation>
    </message>
    <message>
        <source>Show handles to be moved by mouse or arrow keys (Ctrl+T); Enter ends</source>
        <translation>Griffe zeigen, mit Maus oder Pfeiltasten zu bewegen (Strg+T); Eingabe beendet</translation>
    </message>
</context>
<context>
    <name>Head</name>
    <message>
        <source>What is inspected</source>
        <translation>Was untersucht wird</translation>
    </message>
    <message>
        <source>Which compiled part of it</source>
        <translation>Welcher kompilierte Teil davon</translation>
    </message>
    <message>
        <source>compiling…</source>
        <translation>kompiliert…</translation>
    </message>
    <message>
        <source>measuring…</source>
        <translation>misst…</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>written</source>
        <translation>geschrieben</translation>
    </message>
    <message>
        <source>A lesson is shown, not what is selected in the tab; a selection there replaces it</source>
        <translation>Gezeigt wird eine Lektion, nicht die Auswahl im Reiter; eine Auswahl dort ersetzt sie</translation>
    </message>
    <message>
        <source>stays until another is selected</source>
        <translation>bleibt, bis etwas anderes gewählt wird</translation>
    </message>
    <message>
        <source>Your own function: open a Python file</source>
        <translation>Eine eigene Funktion: eine Python-Datei öffnen</translation>
    </message>
    <message>
        <source>Number format, device, options of the compiler</source>
        <translation>Zahlenformat, Gerät, Optionen des Compilers</translation>
    </message>
    <message>
        <source>Pin this compilation, to compare others with it</source>
        <translation>Diese Kompilierung anheften, um andere damit zu vergleichen</translation>
    </message>
    <message>
        <source>Plain</source>
        <translation>Schlicht</translation>
    </message>
    <message>
        <source>The filter as one function of a small picture, without tiling, and its derivatives by its parameters</source>
        <translation>Der Filter als eine Funktion eines kleinen Bildes, ohne Kacheln, und seine Ableitungen nach seinen Parametern</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Examples of what JAX and XLA do, one click each</source>
        <translation>Beispiele dafür, was JAX und XLA tun, je ein Klick</translation>
    </message>
    <message>
        <source>Save what is shown</source>
        <translation>Speichern, was gezeigt wird</translation>
    </message>
    <message>
        <source>About the inspector</source>
        <translation>Über den Inspektor</translation>
    </message>
    <message>
        <source>A window of its own (Shift+F12)</source>
        <translation>Ein eigenes Fenster (Umschalt+F12)</translation>
    </message>
    <message>
        <source>Close the inspector (F12)</source>
        <translation>Den Inspektor schließen (F12)</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>Die Hilfe durchsuchen</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>Themen</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>All functions</source>
        <translation>Alle Funktionen</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filter</translation>
    </message>
</context>
<context>
    <name>HistogramPanel</name>
    <message>
        <source>Scope</source>
        <translation>Anzeige</translation>
    </message>
    <message>
        <source>What is shown of the result&apos;s tones</source>
        <translation>Was von den Tönen des Ergebnisses gezeigt wird</translation>
    </message>
    <message>
        <source>RGB</source>
        <translation>RGB</translation>
    </message>
    <message>
        <source>Luma</source>
        <translation>Luminanz</translation>
    </message>
    <message>
        <source>Waveform</source>
        <translation>Waveform</translation>
    </message>
    <message>
        <source>Vectorscope</source>
        <translation>Vektorskop</translation>
    </message>
    <message>
        <source>Logarithmic heights</source>
        <translation>Logarithmische Höhen</translation>
    </message>
    <message>
        <source>The colour space whose limits are shown; the picture&apos;s own is that of its profile</source>
        <translation>Der Farbraum, dessen Grenzen gezeigt werden; der eigene des Bildes ist der seines Profils</translation>
    </message>
    <message>
        <source>Gamut</source>
        <translation>Farbumfang</translation>
    </message>
    <message>
        <source>earlier</source>
        <translation>früher</translation>
    </message>
    <message>
        <source>◆ {0} pixels have a colour that the colour space cannot hold</source>
        <translation>◆ {0} Pixel haben eine Farbe, die der Farbraum nicht fasst</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>Own</source>
        <translation>Eigener</translation>
    </message>
    <message>
        <source>approximate</source>
        <translation>angenähert</translation>
    </message>
    <message>
        <source>▼ {0} pixels are black</source>
        <translation>▼ {0} Bildpunkte sind schwarz</translation>
    </message>
    <message>
        <source>▲ {0} pixels have a channel at its greatest value</source>
        <translation>▲ {0} Bildpunkte haben einen Kanal mit größtem Wert</translation>
    </message>
    <message>
        <source>of {0} that were counted</source>
        <translation>von {0} gezählten</translation>
    </message>
    <message>
        <source>Exact: every pixel of the whole result was counted. Approximate: a grid of pixels of a reduced picture. Earlier: of what was shown before. Waveform and vectorscope show a grid of pixels.</source>
        <translation>Exakt: jeder Bildpunkt des ganzen Ergebnisses wurde gezählt. Ungefähr: ein Raster von Bildpunkten eines verkleinerten Bildes. Früher: von dem, was vorher gezeigt wurde. Waveform und Vektorskop zeigen ein Raster von Bildpunkten.</translation>
    </message>
</context>
<context>
    <name>HistoryPanel</name>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>A click or Enter goes to this state; a right click compares with it</source>
        <translation>Ein Klick oder die Eingabetaste geht zu diesem Stand; ein Rechtsklick vergleicht mit ihm</translation>
    </message>
    <message>
        <source>Snapshots</source>
        <translation>Schnappschüsse</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Beginning</source>
        <translation>Anfang</translation>
    </message>
</context>
<context>
    <name>ImageTab</name>
    <message>
        <source>Filters</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>{0}, page {1}</source>
        <translation>{0}, Seite {1}</translation>
    </message>
    <message>
        <source>The filters are still loading, try again in a moment</source>
        <translation>Die Filter werden noch geladen, bitte gleich noch einmal versuchen</translation>
    </message>
    <message>
        <source>The recipe is on the clipboard as a Python script</source>
        <translation>Das Rezept liegt als Python-Skript in der Zwischenablage</translation>
    </message>
</context>
<context>
    <name>InspectorController</name>
    <message>
        <source>Nothing is compiled for this</source>
        <translation>Dafür wird nichts kompiliert</translation>
    </message>
</context>
<context>
    <name>KernelPicture</name>
    <message>
        <source>Kernel</source>
        <translation>Kern</translation>
    </message>
</context>
<context>
    <name>KeyboardMap</name>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;Copy as Text</source>
        <translation>Als &amp;Text kopieren</translation>
    </message>
    <message>
        <source>&amp;Save as Text…</source>
        <translation>Als Text &amp;speichern…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>On the clipboard</source>
        <translation>In der Zwischenablage</translation>
    </message>
    <message>
        <source>Saving {0}</source>
        <translation>{0} wird gespeichert</translation>
    </message>
    <message>
        <source>Saved {0}</source>
        <translation>{0} gespeichert</translation>
    </message>
</context>
<context>
    <name>KeyboardPage</name>
    <message>
        <source>Find a command or keys</source>
        <translation>Befehl oder Tasten suchen</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>New keys</source>
        <translation>Neue Tasten</translation>
    </message>
    <message>
        <source>&amp;Set</source>
        <translation>&amp;Setzen</translation>
    </message>
    <message>
        <source>&amp;No Keys</source>
        <translation>&amp;Keine Tasten</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>&amp;Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset &amp;All</source>
        <translation>&amp;Alle zurücksetzen</translation>
    </message>
    <message>
        <source>{0} are the keys of “{1}”, which would lose them</source>
        <translation>{0} sind die Tasten von „{1}“, das sie verlöre</translation>
    </message>
    <message>
        <source>&amp;Take Them</source>
        <translation>Ü&amp;bernehmen</translation>
    </message>
    <message>
        <source>{0} does something else while this has the focus: {1}</source>
        <translation>{0} tut etwas anderes, solange dies den Fokus hat: {1}</translation>
    </message>
    <message>
        <source>Click into the field and press the new keys</source>
        <translation>In das Feld klicken und die neuen Tasten drücken</translation>
    </message>
</context>
<context>
    <name>LastFiles</name>
    <message>
        <source>A file is still being written: the window closes once it is done.</source>
        <translation>Eine Datei wird noch geschrieben: das Fenster schließt danach.</translation>
    </message>
    <message>
        <source>Stop and Close</source>
        <translation>Anhalten und schließen</translation>
    </message>
</context>
<context>
    <name>LateTab</name>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
</context>
<context>
    <name>LearnPanel</name>
    <message>
        <source>Before: the photo that is open, without its filters, or another picture</source>
        <translation>Vorher: das offene Foto ohne seine Filter oder ein anderes Bild</translation>
    </message>
    <message>
        <source>Picture before</source>
        <translation>Bild vorher</translation>
    </message>
    <message>
        <source>&amp;Use the photo</source>
        <translation>Das &amp;Foto verwenden</translation>
    </message>
    <message>
        <source>After: the same picture, filtered</source>
        <translation>Nachher: dasselbe Bild, gefiltert</translation>
    </message>
    <message>
        <source>Picture after</source>
        <translation>Bild nachher</translation>
    </message>
    <message>
        <source>&amp;Size</source>
        <translation>&amp;Größe</translation>
    </message>
    <message>
        <source>Separable</source>
        <translation>Separabel</translation>
    </message>
    <message>
        <source>A column times a row: fewer weights, filtered faster</source>
        <translation>Eine Spalte mal eine Zeile: weniger Gewichte, schneller gefiltert</translation>
    </message>
    <message>
        <source>Symmetric</source>
        <translation>Symmetrisch</translation>
    </message>
    <message>
        <source>Equal to its mirror images</source>
        <translation>Gleich ihren Spiegelbildern</translation>
    </message>
    <message>
        <source>Non-negative</source>
        <translation>Nicht negativ</translation>
    </message>
    <message>
        <source>No weight below 0</source>
        <translation>Kein Gewicht unter 0</translation>
    </message>
    <message>
        <source>Sum 1</source>
        <translation>Summe 1</translation>
    </message>
    <message>
        <source>The weights add up to 1: an even grey stays as it is</source>
        <translation>Die Gewichte addieren sich zu 1: ein ebenes Grau bleibt, wie es ist</translation>
    </message>
    <message>
        <source>&amp;Learn</source>
        <translation>&amp;Lernen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Add as a Step</source>
        <translation>&amp;Als Schritt hinzufügen</translation>
    </message>
    <message>
        <source>A convolution with these weights, as the first step</source>
        <translation>Eine Faltung mit diesen Gewichten, als erster Schritt</translation>
    </message>
    <message>
        <source>Deblur with this kernel, as the first step: it takes back what the kernel does</source>
        <translation>Entfalten mit diesem Kern, als erster Schritt: es nimmt zurück, was der Kern bewirkt</translation>
    </message>
    <message>
        <source>Add to De&amp;blur</source>
        <translation>In En&amp;tfalten</translation>
    </message>
    <message>
        <source>The process of the search has ended</source>
        <translation>Der Prozess der Suche hat geendet</translation>
    </message>
    <message>
        <source>The photo is used</source>
        <translation>Das Foto wird verwendet</translation>
    </message>
    <message>
        <source>No photo is open</source>
        <translation>Kein Foto ist offen</translation>
    </message>
    <message>
        <source>Both pictures must have the same size: {0} × {1} and {2} × {3}</source>
        <translation>Beide Bilder müssen gleich groß sein: {0} × {1} und {2} × {3}</translation>
    </message>
    <message>
        <source>Learning…</source>
        <translation>Lernt…</translation>
    </message>
    <message>
        <source>Differences that remain (root mean square): {0}; of the pair itself: {1}</source>
        <translation>Verbleibende Differenzen (quadratisches Mittel): {0}; des Paares selbst: {1}</translation>
    </message>
    <message>
        <source>Sum of the weights: {0}</source>
        <translation>Summe der Gewichte: {0}</translation>
    </message>
    <message>
        <source>A step takes {0} × {0} weights; jaxstudio learn writes more</source>
        <translation>Ein Schritt fasst {0} × {0} Gewichte; jaxstudio learn schreibt mehr</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>Scale of the derivative</source>
        <translation>Maßstab der Ableitung</translation>
    </message>
    <message>
        <source>Blue: {0}, grey: 0, orange: {1}</source>
        <translation>Blau: {0}, Grau: 0, Orange: {1}</translation>
    </message>
</context>
<context>
    <name>LessonPage</name>
    <message>
        <source>Run the experiment</source>
        <translation>Das Experiment starten</translation>
    </message>
    <message>
        <source>What the experiment found</source>
        <translation>Was das Experiment fand</translation>
    </message>
    <message>
        <source>What the experiment found, drawn</source>
        <translation>Was das Experiment fand, gezeichnet</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
</context>
<context>
    <name>LevelsRow</name>
    <message>
        <source>Histogram of what enters this filter</source>
        <translation>Histogramm dessen, was in diesen Filter geht</translation>
    </message>
    <message>
        <source>Drag the three handles: black point, midtones, white point</source>
        <translation>Die drei Griffe ziehen: Schwarzpunkt, Mitteltöne, Weißpunkt</translation>
    </message>
</context>
<context>
    <name>Lighttable</name>
    <message>
        <source>Photos of the session</source>
        <translation>Fotos der Sitzung</translation>
    </message>
    <message>
        <source>As added</source>
        <translation>Wie hinzugefügt</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Name</translation>
    </message>
    <message>
        <source>By date</source>
        <translation>Nach Datum</translation>
    </message>
    <message>
        <source>By rating</source>
        <translation>Nach Bewertung</translation>
    </message>
    <message>
        <source>Order of the photos</source>
        <translation>Reihenfolge der Fotos</translation>
    </message>
    <message>
        <source>Size of the thumbnails</source>
        <translation>Größe der Vorschaubilder</translation>
    </message>
    <message>
        <source>Enter shows a photo, Esc goes back</source>
        <translation>Eingabe zeigt ein Foto, Esc geht zurück</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
</context>
<context>
    <name>LineList</name>
    <message>
        <source>Add a line</source>
        <translation>Eine Zeile hinzufügen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
</context>
<context>
    <name>LineOptions</name>
    <message>
        <source>Cobweb</source>
        <translation>Spinnwebdiagramm</translation>
    </message>
    <message>
        <source>Draw the map and the way from term to term</source>
        <translation>Die Abbildung und den Weg von Glied zu Glied zeichnen</translation>
    </message>
    <message>
        <source>How solutions move with a slider</source>
        <translation>Wie sich Lösungen mit einem Schieberegler bewegen</translation>
    </message>
    <message>
        <source>A band shows what a tenth more or less of a slider does</source>
        <translation>Ein Band zeigt, was ein Zehntel mehr oder weniger eines Schiebereglers bewirkt</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Reverse</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Taylor</source>
        <translation>Taylor</translation>
    </message>
    <message>
        <source>Finite</source>
        <translation>Differenzen</translation>
    </message>
    <message>
        <source>Symbolic</source>
        <translation>Symbolisch</translation>
    </message>
    <message>
        <source>How derivatives are computed</source>
        <translation>Wie Ableitungen berechnet werden</translation>
    </message>
    <message>
        <source>Heatmap</source>
        <translation>Wärmebild</translation>
    </message>
    <message>
        <source>Contours</source>
        <translation>Höhenlinien</translation>
    </message>
    <message>
        <source>3-D</source>
        <translation>3-D</translation>
    </message>
    <message>
        <source>Arrows of the gradient</source>
        <translation>Pfeile des Gradienten</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Computed by: {0}</source>
        <translation>Berechnet durch: {0}</translation>
    </message>
    <message>
        <source>No band</source>
        <translation>Kein Band</translation>
    </message>
    <message>
        <source>Band: {0} ± 10 %</source>
        <translation>Band: {0} ± 10 %</translation>
    </message>
</context>
<context>
    <name>LineRow</name>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>a function, such as x^2 sin x</source>
        <translation>eine Funktion, etwa x^2 sin x</translation>
    </message>
    <message>
        <source>More for this line</source>
        <translation>Mehr zu dieser Zeile</translation>
    </message>
    <message>
        <source>Line {0}</source>
        <translation>Zeile {0}</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>kein Wert</translation>
    </message>
    <message>
        <source>Write {0}</source>
        <translation>{0} schreiben</translation>
    </message>
    <message>
        <source>Use {0} as a slider</source>
        <translation>{0} als Regler verwenden</translation>
    </message>
    <message>
        <source>Suggestion {0}</source>
        <translation>Vorschlag {0}</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Copy as LaTeX</source>
        <translation>Als LaTeX kopieren</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Name in the legend</source>
        <translation>Name in der Legende</translation>
    </message>
    <message>
        <source>Fold or unfold the folder</source>
        <translation>Ordner auf- oder zuklappen</translation>
    </message>
    <message>
        <source>Define the name in a line below</source>
        <translation>Den Namen in einer Zeile darunter definieren</translation>
    </message>
    <message>
        <source>Keep as a note</source>
        <translation>Als Notiz behalten</translation>
    </message>
    <message>
        <source>read as {0}</source>
        <translation>gelesen als {0}</translation>
    </message>
    <message>
        <source>Define {0}</source>
        <translation>{0} definieren</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>Blaugrün</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>Olive</source>
        <translation>Oliv</translation>
    </message>
    <message>
        <source>Put into a New Folder</source>
        <translation>In einen neuen Ordner</translation>
    </message>
    <message>
        <source>Take out of the Folder</source>
        <translation>Aus dem Ordner nehmen</translation>
    </message>
    <message>
        <source>Show This View Whenever It Opens</source>
        <translation>Beim Öffnen diese Ansicht zeigen</translation>
    </message>
    <message>
        <source>Forget Its View</source>
        <translation>Seine Ansicht vergessen</translation>
    </message>
    <message>
        <source>Remove the Folder, Keep Its Lines</source>
        <translation>Ordner entfernen, Zeilen behalten</translation>
    </message>
    <message>
        <source>Remove the Folder and Its Lines</source>
        <translation>Ordner mit seinen Zeilen entfernen</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
</context>
<context>
    <name>LogDialog</name>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Lines of the log</source>
        <translation>Zeilen des Protokolls</translation>
    </message>
    <message>
        <source>&amp;Copy Report</source>
        <translation>Bericht &amp;kopieren</translation>
    </message>
    <message>
        <source>Versions, system, devices and the last lines; your home folder is written as ~</source>
        <translation>Versionen, System, Geräte und die letzten Zeilen; Ihr persönlicher Ordner steht als ~</translation>
    </message>
    <message>
        <source>&amp;Read Again</source>
        <translation>&amp;Neu lesen</translation>
    </message>
    <message>
        <source>Open the &amp;Folder</source>
        <translation>&amp;Ordner öffnen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Nothing was noted yet</source>
        <translation>Noch ist nichts vermerkt</translation>
    </message>
    <message>
        <source>The report is on the clipboard</source>
        <translation>Der Bericht ist in der Zwischenablage</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Nothing opened yet</source>
        <translation>Noch nichts geöffnet</translation>
    </message>
    <message>
        <source>Expected a photo or a recipe from this computer</source>
        <translation>Erwartet wird ein Foto oder ein Rezept von diesem Rechner</translation>
    </message>
</context>
<context>
    <name>MaskButton</name>
    <message>
        <source>Limit {0} to a region (mask)</source>
        <translation>{0} auf einen Bereich begrenzen (Maske)</translation>
    </message>
    <message>
        <source>{0} is limited to: {1}</source>
        <translation>{0} ist begrenzt auf: {1}</translation>
    </message>
</context>
<context>
    <name>MaskPanel</name>
    <message>
        <source>Mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>Name of the mask</source>
        <translation>Name der Maske</translation>
    </message>
    <message>
        <source>Show the mask over the picture (O)</source>
        <translation>Die Maske über dem Bild zeigen (O)</translation>
    </message>
    <message>
        <source>Invert the whole mask</source>
        <translation>Die ganze Maske umkehren</translation>
    </message>
    <message>
        <source>Done with the mask</source>
        <translation>Mit der Maske fertig</translation>
    </message>
    <message>
        <source>Move what is drawn (Esc)</source>
        <translation>Gezeichnetes bewegen (Esc)</translation>
    </message>
    <message>
        <source>Add: {0}</source>
        <translation>Addieren: {0}</translation>
    </message>
    <message>
        <source>Draw on the picture</source>
        <translation>Auf dem Bild zeichnen</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Radieren</translation>
    </message>
    <message>
        <source>The brush erases (also its right button)</source>
        <translation>Der Pinsel radiert (ebenso seine rechte Taste)</translation>
    </message>
    <message>
        <source>Pick a colour</source>
        <translation>Eine Farbe aufnehmen</translation>
    </message>
    <message>
        <source>Then click the colour on the picture</source>
        <translation>Dann auf die Farbe im Bild klicken</translation>
    </message>
    <message>
        <source>Steps that follow each other and have the same mask are blended with the picture once</source>
        <translation>Schritte, die aufeinander folgen und dieselbe Maske haben, werden einmal mit dem Bild gemischt</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Begrenzt</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
</context>
<context>
    <name>MaskSurface</name>
    <message>
        <source>Mask on the picture</source>
        <translation>Maske auf dem Bild</translation>
    </message>
    <message>
        <source>Tab goes to the next handle, arrow keys move it, with Shift by ten pixels</source>
        <translation>Tab geht zum nächsten Griff, Pfeiltasten bewegen ihn, mit Umschalt um zehn Pixel</translation>
    </message>
    <message>
        <source>Tab goes to the next handle, arrow keys move it, with Ctrl by ten pixels</source>
        <translation>Tab geht zum nächsten Griff, Pfeiltasten bewegen ihn, mit Strg um zehn Pixel</translation>
    </message>
</context>
<context>
    <name>MatchPanel</name>
    <message>
        <source>Target: what the photo is to look like</source>
        <translation>Ziel: wie das Foto aussehen soll</translation>
    </message>
    <message>
        <source>Target picture</source>
        <translation>Zielbild</translation>
    </message>
    <message>
        <source>Mean square</source>
        <translation>Mittleres Quadrat</translation>
    </message>
    <message>
        <source>SSIM</source>
        <translation>SSIM</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>&amp;Loss</source>
        <translation>&amp;Verlust</translation>
    </message>
    <message>
        <source>Mean square: the differences of all values. SSIM: structure, for pictures of other brightness. Histogram: how often each tone occurs, wherever it is</source>
        <translation>Mittleres Quadrat: die Differenzen aller Werte. SSIM: Struktur, für Bilder anderer Helligkeit. Histogramm: wie oft jeder Ton vorkommt, gleich wo</translation>
    </message>
    <message>
        <source>From how many places it searches where the first does not lead to the target</source>
        <translation>Von wie vielen Stellen gesucht wird, wo die erste nicht zum Ziel führt</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>St&amp;opp</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Search: the sliders move; all of it is one undo</source>
        <translation>Suchen: die Regler bewegen sich; alles zusammen ist ein Rückgängig</translation>
    </message>
    <message>
        <source>A&amp;ttempts</source>
        <translation>Versu&amp;che</translation>
    </message>
    <message>
        <source>End the search and keep the best values so far</source>
        <translation>Die Suche beenden und die bisher besten Werte behalten</translation>
    </message>
    <message>
        <source>End the search and go back to the values before it</source>
        <translation>Die Suche beenden und zu den Werten davor zurückgehen</translation>
    </message>
    <message>
        <source>Loss at each step, as a share of the first</source>
        <translation>Verlust bei jedem Schritt, als Anteil des ersten</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>{0} × {1}</source>
        <translation>{0} × {1}</translation>
    </message>
    <message>
        <source>Open the photo that is to be changed first</source>
        <translation>Zuerst das Foto öffnen, das geändert werden soll</translation>
    </message>
    <message>
        <source>Photo: {0}</source>
        <translation>Foto: {0}</translation>
    </message>
    <message>
        <source>Values ticked on the cards: {0}</source>
        <translation>Auf den Karten angekreuzte Werte: {0}</translation>
    </message>
    <message>
        <source>Add the filters whose values are to be found</source>
        <translation>Die Filter hinzufügen, deren Werte gefunden werden sollen</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>The target has {0} × {1} pixels, the result {2}: expected one size</source>
        <translation>Das Ziel hat {0} × {1} Pixel, das Ergebnis {2}: erwartet wird eine Größe</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird angehalten…</translation>
    </message>
    <message>
        <source>Preparing: the filters are being compiled…</source>
        <translation>Vorbereitung: die Filter werden kompiliert…</translation>
    </message>
    <message>
        <source>Step {0}: {1} of the first loss</source>
        <translation>Schritt {0}: {1} des ersten Verlusts</translation>
    </message>
    <message>
        <source>, start {0}</source>
        <translation>, Start {0}</translation>
    </message>
    <message>
        <source>, on the photo reduced to 1/{0}</source>
        <translation>, am auf 1/{0} verkleinerten Foto</translation>
    </message>
    <message>
        <source>Paused. {0}</source>
        <translation>Angehalten. {0}</translation>
    </message>
    <message>
        <source>The values have been changed since.</source>
        <translation>Die Werte wurden seither geändert.</translation>
    </message>
    <message>
        <source>Stopped before it had converged.</source>
        <translation>Angehalten, bevor es konvergiert war.</translation>
    </message>
    <message>
        <source>Converged.</source>
        <translation>Konvergiert.</translation>
    </message>
    <message>
        <source>Not converged: start it again from here, or allow more attempts.</source>
        <translation>Nicht konvergiert: von hier aus noch einmal starten oder mehr Versuche erlauben.</translation>
    </message>
    <message>
        <source>The loss is {0} of what it was.</source>
        <translation>Der Verlust ist {0} des früheren.</translation>
    </message>
    <message>
        <source>Measured on the photo reduced to 1/{0}.</source>
        <translation>Am auf 1/{0} verkleinerten Foto gemessen.</translation>
    </message>
    <message>
        <source>That is no match: these filters may not be able to make this picture.</source>
        <translation>Das ist keine Übereinstimmung: diese Filter können das Bild vielleicht nicht machen.</translation>
    </message>
    <message>
        <source>Without influence on this photo: {0}.</source>
        <translation>Ohne Einfluss auf dieses Foto: {0}.</translation>
    </message>
    <message>
        <source>Not determined by the picture: {0}. Other values hardly change it.</source>
        <translation>Vom Bild nicht bestimmt: {0}. Andere Werte ändern es kaum.</translation>
    </message>
    <message>
        <source>Not determined by the picture: {0}. They can change together and hardly alter it.</source>
        <translation>Vom Bild nicht bestimmt: {0}. Sie können sich zusammen ändern und es kaum verändern.</translation>
    </message>
</context>
<context>
    <name>Matching</name>
    <message>
        <source>Nothing may be changed: add a filter, and tick at least one value</source>
        <translation>Nichts darf sich ändern: einen Filter hinzufügen und mindestens einen Wert ankreuzen</translation>
    </message>
    <message>
        <source>The process of the search has ended</source>
        <translation>Der Prozess der Suche hat geendet</translation>
    </message>
    <message>
        <source>Ended: the filters were changed meanwhile</source>
        <translation>Beendet: die Filter wurden inzwischen geändert</translation>
    </message>
    <message>
        <source>Ended: another photo was opened</source>
        <translation>Beendet: ein anderes Foto wurde geöffnet</translation>
    </message>
</context>
<context>
    <name>MatrixAsText</name>
    <message>
        <source>{0} as text</source>
        <translation>{0} als Text</translation>
    </message>
    <message>
        <source>How it is written</source>
        <translation>Wie es geschrieben ist</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Strg+Eingabe</translation>
    </message>
    <message>
        <source>Written as</source>
        <translation>Geschrieben als</translation>
    </message>
    <message>
        <source>{0} × {1} numbers</source>
        <translation>{0} × {1} Zahlen</translation>
    </message>
    <message>
        <source>Expected {0}</source>
        <translation>Erwartet wird {0}</translation>
    </message>
</context>
<context>
    <name>MatrixPage</name>
    <message>
        <source>Jacobian and Hessian</source>
        <translation>Jacobi- und Hesse-Matrix</translation>
    </message>
    <message>
        <source>Type a function of several variables, such as [x^2 - y, x y], for its matrices.</source>
        <translation>Eine Funktion mehrerer Variablen eintippen, etwa [x^2 - y, x y], für ihre Matrizen.</translation>
    </message>
    <message>
        <source>Jacobian</source>
        <translation>Jacobi-Matrix</translation>
    </message>
    <message>
        <source>Hessian</source>
        <translation>Hesse-Matrix</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Forward and reverse mode agree.</source>
        <translation>Vorwärts- und Rückwärtsmodus stimmen überein.</translation>
    </message>
    <message>
        <source>Forward and reverse mode differ.</source>
        <translation>Vorwärts- und Rückwärtsmodus weichen voneinander ab.</translation>
    </message>
    <message>
        <source>Eigenvalues of the Hessian: {0}.</source>
        <translation>Eigenwerte der Hesse-Matrix: {0}.</translation>
    </message>
</context>
<context>
    <name>MatrixRow</name>
    <message>
        <source>Custom numbers</source>
        <translation>Eigene Zahlen</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>More for this kernel</source>
        <translation>Mehr zu diesem Kern</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Separable: a column times a row</source>
        <translation>Separabel: eine Spalte mal eine Zeile</translation>
    </message>
    <message>
        <source>From 5 × 5 on it is done in two quick passes</source>
        <translation>Ab 5 × 5 in zwei schnellen Durchgängen</translation>
    </message>
    <message>
        <source>Sum {0}</source>
        <translation>Summe {0}</translation>
    </message>
    <message>
        <source>Expected a number, not “{0}”</source>
        <translation>Erwartet wird eine Zahl, nicht „{0}“</translation>
    </message>
</context>
<context>
    <name>Message</name>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>MissingPhoto</name>
    <message>
        <source>This photo cannot be opened</source>
        <translation>Dieses Foto lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>Its steps, stars and undo are kept.</source>
        <translation>Seine Schritte, Sterne und sein Rückgängig bleiben.</translation>
    </message>
    <message>
        <source>Locate the File…</source>
        <translation>Datei suchen…</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Take it out of the session</source>
        <translation>Aus der Sitzung nehmen</translation>
    </message>
</context>
<context>
    <name>NanPage</name>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Follow the first NaN</source>
        <translation>Das erste NaN verfolgen</translation>
    </message>
    <message>
        <source>Compute it equation by equation until one makes a NaN</source>
        <translation>Gleichung für Gleichung rechnen, bis eine ein NaN macht</translation>
    </message>
    <message>
        <source>Where the NaN came from</source>
        <translation>Woher das NaN kam</translation>
    </message>
    <message>
        <source>With</source>
        <translation>Mit</translation>
    </message>
    <message>
        <source>numbers from −1 to 1</source>
        <translation>Zahlen von −1 bis 1</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>Nullen</translation>
    </message>
    <message>
        <source>ones</source>
        <translation>Einsen</translation>
    </message>
    <message>
        <source>random normal numbers</source>
        <translation>normalverteilten Zufallszahlen</translation>
    </message>
    <message>
        <source>a sample of the photo</source>
        <translation>einer Probe des Fotos</translation>
    </message>
    <message>
        <source>what the window shows</source>
        <translation>dem, was das Fenster zeigt</translation>
    </message>
    <message>
        <source>The sample is a square of {0} × {0} pixels: around the photo&apos;s first pixel that is no number, or else spread over all of it, with the darkest and the brightest value of each channel. A NaN that other pixels make is not seen here.</source>
        <translation>Die Probe ist ein Quadrat von {0} × {0} Pixeln: um das erste Pixel des Fotos, das keine Zahl ist, oder sonst über das ganze verteilt, mit dem dunkelsten und dem hellsten Wert jedes Kanals. Ein NaN, das andere Pixel machen, ist hier nicht zu sehen.</translation>
    </message>
    <message>
        <source>A NaN spreads to all that is computed from it. Here the program is computed equation by equation, and the first one that makes a NaN out of numbers is named, at your line.</source>
        <translation>Ein NaN breitet sich auf alles aus, was daraus berechnet wird. Hier wird das Programm Gleichung für Gleichung gerechnet, und die erste, die aus Zahlen ein NaN macht, wird genannt, an Ihrer Zeile.</translation>
    </message>
    <message>
        <source>The first NaN comes from</source>
        <translation>Das erste NaN kommt aus</translation>
    </message>
    <message>
        <source>equation {0} of the jaxpr</source>
        <translation>Gleichung {0} des Jaxpr</translation>
    </message>
    <message>
        <source>At your line</source>
        <translation>An Ihrer Zeile</translation>
    </message>
    <message>
        <source>Because</source>
        <translation>Weil</translation>
    </message>
    <message>
        <source>In the result at</source>
        <translation>Im Ergebnis bei</translation>
    </message>
    <message>
        <source>It read there</source>
        <translation>Dort las sie</translation>
    </message>
    <message>
        <source>In round</source>
        <translation>In Runde</translation>
    </message>
    <message>
        <source>The first infinity before it</source>
        <translation>Das erste Unendlich davor</translation>
    </message>
    <message>
        <source>Suggestion</source>
        <translation>Vorschlag</translation>
    </message>
    <message>
        <source>No equation makes a NaN of these arguments.</source>
        <translation>Keine Gleichung macht aus diesen Argumenten ein NaN.</translation>
    </message>
    <message>
        <source>equation {0}</source>
        <translation>Gleichung {0}</translation>
    </message>
</context>
<context>
    <name>NumberRow</name>
    <message>
        <source>{0}: same as {1}</source>
        <translation>{0}: wie {1}</translation>
    </message>
    <message>
        <source>{0}: {1} per {2}</source>
        <translation>{0}: {1} je {2}</translation>
    </message>
    <message>
        <source>{0}: no derivative</source>
        <translation>{0}: keine Ableitung</translation>
    </message>
</context>
<context>
    <name>NumberSlider</name>
    <message>
        <source>{0} slider</source>
        <translation>Regler für {0}</translation>
    </message>
</context>
<context>
    <name>OrderChips</name>
    <message>
        <source>Function</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>Derivative {0}</source>
        <translation>Ableitung {0}</translation>
    </message>
    <message>
        <source>Derivatives 4 to 12</source>
        <translation>Ableitungen 4 bis 12</translation>
    </message>
</context>
<context>
    <name>OutputView</name>
    <message>
        <source>What the code printed</source>
        <translation>Was der Code ausgegeben hat</translation>
    </message>
</context>
<context>
    <name>OwnFiltersDialog</name>
    <message>
        <source>Own Filters</source>
        <translation>Eigene Filter</translation>
    </message>
    <message>
        <source>Python files in the format of this program&apos;s own filters, from a folder of yours. They are tried in a process of their own, and loaded again when they are saved; sliders stay.</source>
        <translation>Python-Dateien im Format der Filter dieses Programms, aus einem eigenen Ordner. Sie werden in einem eigenen Prozess erprobt und neu geladen, wenn sie gespeichert werden; Regler bleiben.</translation>
    </message>
    <message>
        <source>Choose a Folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>The Python code in this folder will be run on this computer, with your rights. Only run files that you or people you trust have written.</source>
        <translation>Der Python-Code in diesem Ordner wird auf diesem Rechner mit Ihren Rechten ausgeführt. Nur Dateien ausführen, die Sie selbst oder Menschen Ihres Vertrauens geschrieben haben.</translation>
    </message>
    <message>
        <source>Also whenever the files change</source>
        <translation>Auch, sooft die Dateien sich ändern</translation>
    </message>
    <message>
        <source>Run These Files</source>
        <translation>Diese Dateien ausführen</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>New Filter from Template…</source>
        <translation>Neuer Filter aus Vorlage…</translation>
    </message>
    <message>
        <source>Open in the Editor</source>
        <translation>Im Editor öffnen</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Use No Own Filters</source>
        <translation>Ohne eigene Filter</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>Kein Ordner</translation>
    </message>
    <message>
        <source>The files are being tried…</source>
        <translation>Die Dateien werden erprobt…</translation>
    </message>
    <message>
        <source>There are no Python files in this folder yet.</source>
        <translation>In diesem Ordner sind noch keine Python-Dateien.</translation>
    </message>
    <message>
        <source>{0}: not loaded</source>
        <translation>{0}: nicht geladen</translation>
    </message>
    <message>
        <source>{0}: left out since it did not come to an end</source>
        <translation>{0}: weggelassen, da er nicht zu Ende kam</translation>
    </message>
    <message>
        <source>Folder of your own filters</source>
        <translation>Ordner der eigenen Filter</translation>
    </message>
    <message>
        <source>New Filter</source>
        <translation>Neuer Filter</translation>
    </message>
    <message>
        <source>Its name:</source>
        <translation>Sein Name:</translation>
    </message>
</context>
<context>
    <name>PageChooser</name>
    <message>
        <source>The file holds several pictures: another one by its number, or by ↑ and ↓</source>
        <translation>Die Datei enthält mehrere Bilder: ein anderes nach Nummer oder mit ↑ und ↓</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>of {0}</source>
        <translation>von {0}</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>Page: expected a whole number from 1 to {0}</source>
        <translation>Seite: erwartet wird eine ganze Zahl von 1 bis {0}</translation>
    </message>
</context>
<context>
    <name>Pane</name>
    <message>
        <source>Stage: {0}</source>
        <translation>Stufe: {0}</translation>
    </message>
</context>
<context>
    <name>Panel</name>
    <message>
        <source>Presets</source>
        <translation>Voreinstellungen</translation>
    </message>
    <message>
        <source>Presets (Ctrl+Shift+P)</source>
        <translation>Voreinstellungen (Strg+Umschalt+P)</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>Passes</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>Compiles</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Number format, device, options of the compiler</source>
        <translation>Zahlenformat, Gerät, Optionen des Compilers</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>Nothing to inspect yet: add a filter, or type a function.</source>
        <translation>Noch nichts zu untersuchen: einen Filter hinzufügen oder eine Funktion eintippen.</translation>
    </message>
    <message>
        <source>The stages of the function are shown here once it is run.</source>
        <translation>Die Stufen der Funktion erscheinen hier, sobald sie ausgeführt wird.</translation>
    </message>
</context>
<context>
    <name>PanelGrip</name>
    <message>
        <source>Drag to move {0}</source>
        <translation>Ziehen, um {0} zu verschieben</translation>
    </message>
</context>
<context>
    <name>PanelTitle</name>
    <message>
        <source>About {0}</source>
        <translation>Über {0}</translation>
    </message>
    <message>
        <source>{0} in a window of its own, or back</source>
        <translation>{0} in eigenem Fenster oder zurück</translation>
    </message>
    <message>
        <source>Hide {0} (View &gt; Panels shows it again)</source>
        <translation>{0} verbergen (Ansicht &gt; Leisten zeigt es wieder)</translation>
    </message>
</context>
<context>
    <name>ParamRow</name>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Default: {0}</source>
        <translation>Vorgabe: {0}</translation>
    </message>
    <message>
        <source>In recipes: {0}</source>
        <translation>In Rezepten: {0}</translation>
    </message>
    <message>
        <source>Expected {0}</source>
        <translation>Erwartet wird {0}</translation>
    </message>
    <message>
        <source>Sweep {0}…</source>
        <translation>Reihe über {0}…</translation>
    </message>
    <message>
        <source>Reset {0}</source>
        <translation>{0} zurücksetzen</translation>
    </message>
</context>
<context>
    <name>PartRow</name>
    <message>
        <source>Part {0} of {1}: {2}</source>
        <translation>Teil {0} von {1}: {2}</translation>
    </message>
    <message>
        <source>{0} on or off</source>
        <translation>{0} ein oder aus</translation>
    </message>
    <message>
        <source>How {0} is combined with the parts above</source>
        <translation>Wie {0} mit den Teilen darüber verknüpft wird</translation>
    </message>
    <message>
        <source>Invert {0}</source>
        <translation>{0} umkehren</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
</context>
<context>
    <name>PassesPage</name>
    <message>
        <source>Passes</source>
        <translation>Passes</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>Pass</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>With writing the module down after the pass</source>
        <translation>Mit dem Aufschreiben des Moduls nach dem Pass</translation>
    </message>
    <message>
        <source>Drag over several to see what they changed together</source>
        <translation>Über mehrere ziehen zeigt, was sie zusammen geändert haben</translation>
    </message>
    <message>
        <source>Whole module</source>
        <translation>Ganzes Modul</translation>
    </message>
    <message>
        <source>With metadata</source>
        <translation>Mit Metadaten</translation>
    </message>
    <message>
        <source>what the pass changed</source>
        <translation>was der Pass geändert hat</translation>
    </message>
    <message>
        <source>the source</source>
        <translation>die Quelle</translation>
    </message>
    <message>
        <source>{0} more that changed nothing</source>
        <translation>{0} weitere, die nichts geändert haben</translation>
    </message>
    <message>
        <source>No pass left a module</source>
        <translation>Kein Pass hat ein Modul hinterlassen</translation>
    </message>
    <message>
        <source>The module after the first pass that changed it</source>
        <translation>Das Modul nach dem ersten Pass, der es geändert hat</translation>
    </message>
    <message>
        <source>What changed since {0}</source>
        <translation>Was sich seit {0} geändert hat</translation>
    </message>
</context>
<context>
    <name>PathRow</name>
    <message>
        <source>Choose {0}</source>
        <translation>{0} wählen</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
    <message>
        <source>{0}: no such file</source>
        <translation>{0}: keine solche Datei</translation>
    </message>
</context>
<context>
    <name>Penalised</name>
    <message>
        <source>it counts</source>
        <translation>es zählt</translation>
    </message>
    <message>
        <source>The penalty counts {0}</source>
        <translation>Die Strafe zählt {0}</translation>
    </message>
</context>
<context>
    <name>PhotoCollection</name>
    <message>
        <source>{0}: it was not in a file</source>
        <translation>{0}: war nicht in einer Datei</translation>
    </message>
    <message>
        <source>Opening {0}</source>
        <translation>{0} wird geöffnet</translation>
    </message>
    <message>
        <source>{0} was not opened</source>
        <translation>{0} wurde nicht geöffnet</translation>
    </message>
</context>
<context>
    <name>PhotoIO</name>
    <message>
        <source>Opening {0}</source>
        <translation>{0} wird geöffnet</translation>
    </message>
    <message>
        <source>Opening the sample</source>
        <translation>Das Beispiel wird geöffnet</translation>
    </message>
    <message>
        <source>Pasted picture</source>
        <translation>Eingefügtes Bild</translation>
    </message>
    <message>
        <source>The clipboard&apos;s picture cannot be read</source>
        <translation>Das Bild der Zwischenablage lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>Pasting</source>
        <translation>Wird eingefügt</translation>
    </message>
    <message>
        <source>The clipboard holds no picture and no photo&apos;s file</source>
        <translation>Die Zwischenablage enthält kein Bild und keine Fotodatei</translation>
    </message>
    <message>
        <source>{0}: the filters are still loading, try again in a moment</source>
        <translation>{0}: die Filter werden noch geladen, bitte gleich noch einmal versuchen</translation>
    </message>
    <message>
        <source>Saving the recipe</source>
        <translation>Das Rezept wird gespeichert</translation>
    </message>
    <message>
        <source>Nothing to save yet</source>
        <translation>Noch nichts zu speichern</translation>
    </message>
    <message>
        <source>Saving {0}</source>
        <translation>{0} wird gespeichert</translation>
    </message>
    <message>
        <source>Nothing to copy yet</source>
        <translation>Noch nichts zu kopieren</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copying</source>
        <translation>Wird kopiert</translation>
    </message>
    <message>
        <source>Saved {0}</source>
        <translation>{0} gespeichert</translation>
    </message>
    <message>
        <source>Pixels that were not numbers: {0}. NaN became 0, infinity the end of the range</source>
        <translation>Pixel, die keine Zahlen waren: {0}. NaN wurde 0, unendlich das Ende des Bereichs</translation>
    </message>
</context>
<context>
    <name>Photos</name>
    <message>
        <source>picked</source>
        <translation>ausgewählt</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>{0} of 5 stars</source>
        <translation>{0} von 5 Sternen</translation>
    </message>
</context>
<context>
    <name>PictureField</name>
    <message>
        <source>Click, press Enter, or drop a file</source>
        <translation>Klicken, Eingabe drücken oder eine Datei ablegen</translation>
    </message>
    <message>
        <source>{0}, {1} × {2}</source>
        <translation>{0}, {1} × {2}</translation>
    </message>
    <message>
        <source>Dropped picture</source>
        <translation>Abgelegtes Bild</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>Wird geöffnet…</translation>
    </message>
    <message>
        <source>Open or drop a picture</source>
        <translation>Ein Bild öffnen oder ablegen</translation>
    </message>
</context>
<context>
    <name>Place</name>
    <message>
        <source>{0} of the point</source>
        <translation>{0} des Punkts</translation>
    </message>
</context>
<context>
    <name>Plane</name>
    <message>
        <source>Plane</source>
        <translation>Ebene</translation>
    </message>
    <message>
        <source>JAX is starting…</source>
        <translation>JAX startet…</translation>
    </message>
</context>
<context>
    <name>PlaneBox</name>
    <message>
        <source>Reset the View</source>
        <translation>Ansicht zurücksetzen</translation>
    </message>
    <message>
        <source>Drag moves the plane</source>
        <translation>Ziehen verschiebt die Ebene</translation>
    </message>
    <message>
        <source>Drag magnifies a rectangle</source>
        <translation>Ziehen vergrößert ein Rechteck</translation>
    </message>
    <message>
        <source>Copy Picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
</context>
<context>
    <name>PlaneButtons</name>
    <message>
        <source>Nearer (+)</source>
        <translation>Näher (+)</translation>
    </message>
    <message>
        <source>Farther (-)</source>
        <translation>Weiter (-)</translation>
    </message>
    <message>
        <source>Reset the view (0)</source>
        <translation>Ansicht zurücksetzen (0)</translation>
    </message>
    <message>
        <source>Equal scales on both axes (Ctrl+=)</source>
        <translation>Gleiche Maßstäbe auf beiden Achsen (Strg+=)</translation>
    </message>
    <message>
        <source>Axes: logarithmic, polar, labels (Ctrl+Shift+X)</source>
        <translation>Achsen: logarithmisch, polar, Namen (Strg+Umschalt+X)</translation>
    </message>
    <message>
        <source>Tangent at the point</source>
        <translation>Tangente im Punkt</translation>
    </message>
    <message>
        <source>Osculating circle at the point</source>
        <translation>Krümmungskreis im Punkt</translation>
    </message>
    <message>
        <source>Taylor polynomial at the point</source>
        <translation>Taylor-Polynom im Punkt</translation>
    </message>
    <message>
        <source>One order more</source>
        <translation>Eine Ordnung mehr</translation>
    </message>
    <message>
        <source>Order of the polynomial</source>
        <translation>Ordnung des Polynoms</translation>
    </message>
    <message>
        <source>One order less</source>
        <translation>Eine Ordnung weniger</translation>
    </message>
</context>
<context>
    <name>PlaygroundTab</name>
    <message>
        <source>Programs to begin with</source>
        <translation>Programme zum Anfangen</translation>
    </message>
    <message>
        <source>Devices, 64 bits, precision of matrix products, XLA flags</source>
        <translation>Geräte, 64 Bit, Genauigkeit von Matrixprodukten, XLA-Flags</translation>
    </message>
    <message>
        <source>Go to &amp;Editor</source>
        <translation>Zum &amp;Editor</translation>
    </message>
</context>
<context>
    <name>PlotTab</name>
    <message>
        <source>Sheets to begin with</source>
        <translation>Blätter zum Anfangen</translation>
    </message>
    <message>
        <source>&amp;Copy Picture</source>
        <translation>Bild &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Reset the View</source>
        <translation>Ansicht zu&amp;rücksetzen</translation>
    </message>
    <message>
        <source>Remove All &amp;Lines</source>
        <translation>Alle Zeilen ent&amp;fernen</translation>
    </message>
    <message>
        <source>&amp;Add a Line</source>
        <translation>Zeile &amp;hinzufügen</translation>
    </message>
    <message>
        <source>Go to &amp;Plane</source>
        <translation>Zur &amp;Ebene</translation>
    </message>
    <message>
        <source>Go to &amp;Lines</source>
        <translation>Zu den &amp;Zeilen</translation>
    </message>
    <message>
        <source>Copy as P&amp;ython Script</source>
        <translation>Als P&amp;ython-Skript kopieren</translation>
    </message>
</context>
<context>
    <name>PointsBox</name>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Points from a table: CSV, TSV</source>
        <translation>Punkte aus einer Tabelle: CSV, TSV</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Points from two columns on the clipboard</source>
        <translation>Punkte aus zwei Spalten der Zwischenablage</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>Erzeugen</translation>
    </message>
    <message>
        <source>Points on the selected curve, with noise</source>
        <translation>Punkte auf der gewählten Kurve, mit Rauschen</translation>
    </message>
    <message>
        <source>To Lists</source>
        <translation>Als Listen</translation>
    </message>
    <message>
        <source>The columns become lists of the sheet, such as x1 and y1</source>
        <translation>Die Spalten werden Listen des Blattes, wie x1 und y1</translation>
    </message>
    <message>
        <source>Clear the points</source>
        <translation>Punkte löschen</translation>
    </message>
    <message>
        <source>The column of x</source>
        <translation>Die Spalte von x</translation>
    </message>
    <message>
        <source>The column of y</source>
        <translation>Die Spalte von y</translation>
    </message>
    <message>
        <source>The column of the standard deviation of y</source>
        <translation>Die Spalte der Standardabweichung von y</translation>
    </message>
    <message>
        <source>No points yet</source>
        <translation>Noch keine Punkte</translation>
    </message>
    <message>
        <source>{0} points</source>
        <translation>{0} Punkte</translation>
    </message>
    <message>
        <source>clipboard</source>
        <translation>Zwischenablage</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Type a curve first: points are made on it</source>
        <translation>Zuerst eine Kurve eintippen: Punkte werden auf ihr erzeugt</translation>
    </message>
    <message>
        <source>made on {0}</source>
        <translation>erzeugt auf {0}</translation>
    </message>
    <message>
        <source>{0} points are too long for a line of {1} characters; they can be fitted as they are</source>
        <translation>{0} Punkte sind zu lang für eine Zeile von {1} Zeichen; angepasst werden können sie, wie sie sind</translation>
    </message>
    <message>
        <source>with deviations</source>
        <translation>mit Abweichungen</translation>
    </message>
</context>
<context>
    <name>PrecisionPage</name>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Type a curve to see how exactly it is computed.</source>
        <translation>Eine Kurve eintippen, um zu sehen, wie genau sie berechnet wird.</translation>
    </message>
    <message>
        <source>Compute this line in {0}</source>
        <translation>Diese Zeile in {0} berechnen</translation>
    </message>
    <message>
        <source>Error along the curve</source>
        <translation>Fehler entlang der Kurve</translation>
    </message>
    <message>
        <source>error in ulps</source>
        <translation>Fehler in ulp</translation>
    </message>
    <message>
        <source>What the formats can hold</source>
        <translation>Was die Formate fassen</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>Formate</translation>
    </message>
    <message>
        <source>What a sum becomes</source>
        <translation>Was aus einer Summe wird</translation>
    </message>
    <message>
        <source>Sums</source>
        <translation>Summen</translation>
    </message>
    <message>
        <source>Casts and indices</source>
        <translation>Umwandlungen und Indizes</translation>
    </message>
    <message>
        <source>Casts</source>
        <translation>Umwandlungen</translation>
    </message>
    <message>
        <source>Expression</source>
        <translation>Ausdruck</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>½ ulp</source>
        <translation>½ ulp</translation>
    </message>
    <message>
        <source>Worst: {0} ulps at x = {1}; on average {2}.</source>
        <translation>Größter: {0} ulp bei x = {1}; im Mittel {2}.</translation>
    </message>
    <message>
        <source>Without a value in {0}: {1} of {2} places.</source>
        <translation>Ohne Wert in {0}: {1} von {2} Stellen.</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Digits</source>
        <translation>Stellen</translation>
    </message>
    <message>
        <source>Gap after 1</source>
        <translation>Abstand nach 1</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Größter</translation>
    </message>
    <message>
        <source>Smallest</source>
        <translation>Kleinster</translation>
    </message>
</context>
<context>
    <name>PresetRows</name>
    <message>
        <source>yours</source>
        <translation>eigene</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>eingebaut</translation>
    </message>
</context>
<context>
    <name>PresetsDialog</name>
    <message>
        <source>Presets</source>
        <translation>Voreinstellungen</translation>
    </message>
    <message>
        <source>Presets of {0}</source>
        <translation>Voreinstellungen von {0}</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Enter. Takes the place of what is there; Undo brings that back</source>
        <translation>Eingabe. Ersetzt, was da ist; Rückgängig bringt das zurück</translation>
    </message>
    <message>
        <source>Add to the Stack</source>
        <translation>An den Stapel anhängen</translation>
    </message>
    <message>
        <source>Shift+Enter. Puts the preset&apos;s filters after those that are there</source>
        <translation>Umschalt+Eingabe. Setzt die Filter der Voreinstellung hinter die vorhandenen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>F2. Built-in presets keep their names</source>
        <translation>F2. Eingebaute Voreinstellungen behalten ihren Namen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Del. Built-in presets stay</source>
        <translation>Entf. Eingebaute Voreinstellungen bleiben</translation>
    </message>
    <message>
        <source>Put it back</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>Name of a new preset</source>
        <translation>Name einer neuen Voreinstellung</translation>
    </message>
    <message>
        <source>Name for the present stack</source>
        <translation>Name für den jetzigen Stapel</translation>
    </message>
    <message>
        <source>Name for the present values</source>
        <translation>Name für die jetzigen Werte</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>“{0}” is removed</source>
        <translation>„{0}“ ist entfernt</translation>
    </message>
</context>
<context>
    <name>ResponseDialog</name>
    <message>
        <source>Frequency response</source>
        <translation>Frequenzgang</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Maßstab</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>Logarithmisch</translation>
    </message>
    <message>
        <source>Flat areas × {0}, strongest × {1}. Even areas in the middle, fine detail outside.</source>
        <translation>Ebene Flächen × {0}, am stärksten × {1}. Ebene Flächen in der Mitte, feine Details außen.</translation>
    </message>
</context>
<context>
    <name>ResponseView</name>
    <message>
        <source>Frequency response</source>
        <translation>Frequenzgang</translation>
    </message>
    <message>
        <source>across, cycles per pixel</source>
        <translation>quer, Zyklen je Pixel</translation>
    </message>
    <message>
        <source>down, cycles per pixel</source>
        <translation>nach unten, Zyklen je Pixel</translation>
    </message>
    <message>
        <source>{0} at {1} across, {2} down</source>
        <translation>{0} bei {1} quer, {2} nach unten</translation>
    </message>
</context>
<context>
    <name>Saver</name>
    <message>
        <source>Copy this stage</source>
        <translation>Diese Stufe kopieren</translation>
    </message>
    <message>
        <source>Save this stage…</source>
        <translation>Diese Stufe speichern…</translation>
    </message>
    <message>
        <source>Save the graph as SVG…</source>
        <translation>Den Graphen als SVG speichern…</translation>
    </message>
    <message>
        <source>Save all as one HTML page…</source>
        <translation>Alle als eine HTML-Seite speichern…</translation>
    </message>
    <message>
        <source>Save all into a folder…</source>
        <translation>Alle in einen Ordner speichern…</translation>
    </message>
    <message>
        <source>Save all stages into a folder</source>
        <translation>Alle Stufen in einen Ordner speichern</translation>
    </message>
</context>
<context>
    <name>ScopeChart</name>
    <message>
        <source>Histogram of the result</source>
        <translation>Histogramm des Ergebnisses</translation>
    </message>
    <message>
        <source>Drag at the left: black point, in the middle: exposure, at the right: white point; a double click resets it.
Keys: ← → choose one, ↑ ↓ move it, Del resets it.</source>
        <translation>Links ziehen: Schwarzpunkt, in der Mitte: Belichtung, rechts: Weißpunkt; ein Doppelklick setzt zurück.
Tasten: ← → wählen, ↑ ↓ verschieben, Entf setzt zurück.</translation>
    </message>
    <message>
        <source>Over: {0}, under: {1}</source>
        <translation>Überbelichtet: {0}, unterbelichtet: {1}</translation>
    </message>
</context>
<context>
    <name>SearchBar</name>
    <message>
        <source>Search, by regular expression</source>
        <translation>Suchen, mit regulärem Ausdruck</translation>
    </message>
    <message>
        <source>Search the stages</source>
        <translation>Die Stufen durchsuchen</translation>
    </message>
    <message>
        <source>Search by regular expression (Ctrl+F); Enter finds the next, Shift+Enter the one before</source>
        <translation>Suche mit regulärem Ausdruck (Strg+F); Eingabe findet den nächsten, Umschalt+Eingabe den vorigen</translation>
    </message>
    <message>
        <source>All stages</source>
        <translation>Alle Stufen</translation>
    </message>
    <message>
        <source>Search all stages, not only the one in front</source>
        <translation>Alle Stufen durchsuchen, nicht nur die vordere</translation>
    </message>
    <message>
        <source>The one before (Shift+F3)</source>
        <translation>Der vorige (Umschalt+F3)</translation>
    </message>
    <message>
        <source>The next one (F3)</source>
        <translation>Der nächste (F3)</translation>
    </message>
</context>
<context>
    <name>SearchController</name>
    <message>
        <source>hidden by a filter</source>
        <translation>durch einen Filter verborgen</translation>
    </message>
    <message>
        <source>no end in sight: stopped</source>
        <translation>kein Ende in Sicht: angehalten</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>nichts gefunden</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message>
        <source>{0} found</source>
        <translation>{0} gefunden</translation>
    </message>
</context>
<context>
    <name>SeedRow</name>
    <message>
        <source>The same seed gives the same noise, on every device and at every zoom</source>
        <translation>Derselbe Startwert gibt dasselbe Rauschen, auf jedem Gerät und bei jedem Zoom</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>New seed</source>
        <translation>Neuer Startwert</translation>
    </message>
    <message>
        <source>Another seed, and with it other noise (Ctrl+Shift+R)</source>
        <translation>Ein anderer Startwert und damit anderes Rauschen (Strg+Umschalt+R)</translation>
    </message>
    <message>
        <source>Seed: expected a whole number from 0 to {0}</source>
        <translation>Startwert: erwartet wird eine ganze Zahl von 0 bis {0}</translation>
    </message>
</context>
<context>
    <name>SensitivityBar</name>
    <message>
        <source>Sensitivity</source>
        <translation>Empfindlichkeit</translation>
    </message>
    <message>
        <source>Arrows on the sliders</source>
        <translation>Pfeile an den Reglern</translation>
    </message>
    <message>
        <source>Number whose derivatives the arrows show</source>
        <translation>Zahl, deren Ableitungen die Pfeile zeigen</translation>
    </message>
    <message>
        <source>An arrow points to where the number grows; the longest slider moves it most</source>
        <translation>Ein Pfeil zeigt, wohin die Zahl wächst; der längste Regler bewegt sie am meisten</translation>
    </message>
    <message>
        <source>About sensitivity</source>
        <translation>Über die Empfindlichkeit</translation>
    </message>
    <message>
        <source>Switch sensitivity off (Ctrl+Shift+I)</source>
        <translation>Empfindlichkeit ausschalten (Strg+Umschalt+I)</translation>
    </message>
    <message>
        <source>The difference of two renders, with the slider a little lower and higher</source>
        <translation>Die Differenz zweier Berechnungen, mit dem Regler etwas tiefer und höher</translation>
    </message>
    <message>
        <source>The exact derivative, by jax.jvp through the filters</source>
        <translation>Die exakte Ableitung, mit jax.jvp durch die Filter</translation>
    </message>
    <message>
        <source>Computed on the photo reduced to 1/{0}, as the canvas shows it</source>
        <translation>Berechnet am Foto, verkleinert auf 1/{0}, wie es zu sehen ist</translation>
    </message>
    <message>
        <source>Point at a slider, or go to it with Tab</source>
        <translation>Auf einen Regler zeigen oder mit Tab zu ihm gehen</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0}: computing…</source>
        <translation>{0}: wird berechnet…</translation>
    </message>
    <message>
        <source>{0}: no derivative, the picture changes in jumps</source>
        <translation>{0}: keine Ableitung, das Bild ändert sich in Sprüngen</translation>
    </message>
    <message>
        <source>{0}: changes nothing here</source>
        <translation>{0}: ändert hier nichts</translation>
    </message>
    <message>
        <source>{0}: change per {1}</source>
        <translation>{0}: Änderung je {1}</translation>
    </message>
    <message>
        <source>, at 1/{0}</source>
        <translation>, bei 1/{0}</translation>
    </message>
    <message>
        <source>, by differences</source>
        <translation>, durch Differenzen</translation>
    </message>
    <message>
        <source>its filter is switched off</source>
        <translation>sein Filter ist ausgeschaltet</translation>
    </message>
    <message>
        <source>a whole number has no derivative</source>
        <translation>eine ganze Zahl hat keine Ableitung</translation>
    </message>
    <message>
        <source>it follows another value, or is that of a border</source>
        <translation>er folgt einem anderen Wert oder ist der eines Rands</translation>
    </message>
    <message>
        <source>what is no number has no derivative</source>
        <translation>was keine Zahl ist, hat keine Ableitung</translation>
    </message>
</context>
<context>
    <name>SessionFiles</name>
    <message>
        <source>There is no earlier session yet</source>
        <translation>Es gibt noch keine frühere Sitzung</translation>
    </message>
    <message>
        <source>{0}: the filters are still loading, try again in a moment</source>
        <translation>{0}: die Filter werden noch geladen, bitte gleich noch einmal versuchen</translation>
    </message>
    <message>
        <source>What was open before is put away.</source>
        <translation>Was vorher offen war, ist weggelegt.</translation>
    </message>
    <message>
        <source>Bring It Back</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>not saved to a file, closed {0}</source>
        <translation>nicht in einer Datei gespeichert, geschlossen {0}</translation>
    </message>
    <message>
        <source>The last session ended without being closed.</source>
        <translation>Die letzte Sitzung endete, ohne geschlossen zu werden.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Saved {0}</source>
        <translation>{0} gespeichert</translation>
    </message>
    <message>
        <source>Nothing opened yet</source>
        <translation>Noch nichts geöffnet</translation>
    </message>
    <message>
        <source>{0} has changes that are not saved.</source>
        <translation>{0} hat ungespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>Save and Close</source>
        <translation>Speichern und schließen</translation>
    </message>
    <message>
        <source>Close Without Saving</source>
        <translation>Ohne Speichern schließen</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation>Seiten der Einstellungen</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>Tastatur</translation>
    </message>
</context>
<context>
    <name>SliderRow</name>
    <message>
        <source>Value of {0}</source>
        <translation>Wert von {0}</translation>
    </message>
    <message>
        <source>Set {0} in motion</source>
        <translation>{0} in Bewegung setzen</translation>
    </message>
    <message>
        <source>Step, speed and motion of {0}</source>
        <translation>Schritt, Tempo und Bewegung von {0}</translation>
    </message>
    <message>
        <source>Lowest {0}</source>
        <translation>Kleinster Wert: {0}</translation>
    </message>
    <message>
        <source>Highest {0}</source>
        <translation>Größter Wert: {0}</translation>
    </message>
    <message>
        <source>{0}: slider</source>
        <translation>{0}: Regler</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>There and back</source>
        <translation>Hin und zurück</translation>
    </message>
    <message>
        <source>From the start again</source>
        <translation>Wieder von vorn</translation>
    </message>
    <message>
        <source>Once</source>
        <translation>Einmal</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
</context>
<context>
    <name>Snapshots</name>
    <message>
        <source>A click goes to this snapshot; F2 or a double click renames it, Del removes it</source>
        <translation>Ein Klick führt zu diesem Schnappschuss; F2 oder ein Doppelklick benennt ihn um, Entf entfernt ihn</translation>
    </message>
    <message>
        <source>Snapshots</source>
        <translation>Schnappschüsse</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>SpotHandles</name>
    <message>
        <source>The spot</source>
        <translation>Der Fleck</translation>
    </message>
    <message>
        <source>Its source</source>
        <translation>Seine Quelle</translation>
    </message>
    <message>
        <source>Its edge</source>
        <translation>Sein Rand</translation>
    </message>
</context>
<context>
    <name>Stack</name>
    <message>
        <source>No filters yet. Search above to add one.</source>
        <translation>Noch keine Filter. Oben suchen, um einen hinzuzufügen.</translation>
    </message>
</context>
<context>
    <name>StageList</name>
    <message>
        <source>Stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>The time of a pass includes writing its text</source>
        <translation>Die Zeit eines Passes enthält das Schreiben seines Textes</translation>
    </message>
    <message>
        <source>Passes that changed it ({0})</source>
        <translation>Passes, die es geändert haben ({0})</translation>
    </message>
    <message>
        <source>LLVM IR ({0})</source>
        <translation>LLVM IR ({0})</translation>
    </message>
    <message>
        <source>Assembly ({0})</source>
        <translation>Assembler ({0})</translation>
    </message>
</context>
<context>
    <name>StateList</name>
    <message>
        <source>Go to This State</source>
        <translation>Zu diesem Stand gehen</translation>
    </message>
    <message>
        <source>Compare with This State</source>
        <translation>Mit diesem Stand vergleichen</translation>
    </message>
</context>
<context>
    <name>StateMessages</name>
    <message>
        <source>The engine has ended ({0}). It is being started again; your work is all there.</source>
        <translation>Die Engine ist beendet ({0}). Sie wird neu gestartet; Ihre Arbeit ist vollständig da.</translation>
    </message>
    <message>
        <source>The engine runs again</source>
        <translation>Die Engine läuft wieder</translation>
    </message>
    <message>
        <source>The engine did not start: {0}</source>
        <translation>Die Engine ist nicht gestartet: {0}</translation>
    </message>
    <message>
        <source>Use the Processor</source>
        <translation>Den Prozessor benutzen</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>The filters of {0} are applied to this photo, too.</source>
        <translation>Die Filter von {0} wirken auch auf dieses Foto.</translation>
    </message>
    <message>
        <source>Keep Them</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Remove the Filters</source>
        <translation>Filter entfernen</translation>
    </message>
</context>
<context>
    <name>Status</name>
    <message>
        <source>NaN or infinite, painted in magenta; statistics leave them out</source>
        <translation>NaN oder unendlich, in Magenta gemalt; Statistiken lassen sie aus</translation>
    </message>
    <message>
        <source>A newer picture is being computed; the one in sight stays until then</source>
        <translation>Ein neueres Bild wird berechnet; das sichtbare bleibt bis dahin</translation>
    </message>
    <message>
        <source>Exact: as it will be saved. Approximate: a quick look. Thumbnail: the small picture in the photo&apos;s file, until the photo is decoded. Earlier: what is asked for now is not there yet, or cannot be computed</source>
        <translation>Exakt: wie es gespeichert wird. Angenähert: ein schneller Blick. Vorschaubild: das kleine Bild in der Datei des Fotos, bis das Foto dekodiert ist. Früher: das jetzt Verlangte ist noch nicht da oder lässt sich nicht berechnen</translation>
    </message>
    <message>
        <source>Width and height of the result</source>
        <translation>Breite und Höhe des Ergebnisses</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>Time of the last frame</source>
        <translation>Zeit des letzten Bildes</translation>
    </message>
    <message>
        <source>Kernels compiled since the start</source>
        <translation>Seit dem Start kompilierte Kernel</translation>
    </message>
    <message>
        <source>Where the pixels are computed</source>
        <translation>Wo die Pixel berechnet werden</translation>
    </message>
    <message>
        <source>Memory of the engine&apos;s caches</source>
        <translation>Speicher der Caches der Engine</translation>
    </message>
    <message>
        <source>earlier picture</source>
        <translation>früheres Bild</translation>
    </message>
    <message>
        <source>Thumbnail</source>
        <translation>Vorschaubild</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>Preview 1/{0}</source>
        <translation>Vorschau 1/{0}</translation>
    </message>
    <message>
        <source>approximate</source>
        <translation>angenähert</translation>
    </message>
    <message>
        <source>computing{0}</source>
        <translation>wird berechnet{0}</translation>
    </message>
    <message>
        <source>(in the photo x {0}  y {1})</source>
        <translation>(im Foto x {0}  y {1})</translation>
    </message>
    <message>
        <source>{0}  (no pixel of the photo)</source>
        <translation>{0}  (kein Pixel des Fotos)</translation>
    </message>
    <message>
        <source>starting the engine…</source>
        <translation>die Engine startet…</translation>
    </message>
    <message>
        <source>1 compile</source>
        <translation>1 Kompilierung</translation>
    </message>
    <message>
        <source>{0} compiles</source>
        <translation>{0} Kompilierungen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Axes says whether angles are in degrees or in radians</source>
        <translation>Unter Achsen steht, ob Winkel in Grad oder in Radiant zählen</translation>
    </message>
    <message>
        <source>degrees</source>
        <translation>Grad</translation>
    </message>
    <message>
        <source>Refined: followed as finely as the pixels need</source>
        <translation>Verfeinert: so fein verfolgt, wie die Pixel es brauchen</translation>
    </message>
    <message>
        <source>Time of the last picture</source>
        <translation>Zeit des letzten Bildes</translation>
    </message>
    <message>
        <source>Functions compiled since the start</source>
        <translation>Seit dem Start kompilierte Funktionen</translation>
    </message>
    <message>
        <source>starting…</source>
        <translation>startet…</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>wird berechnet…</translation>
    </message>
    <message>
        <source>refined</source>
        <translation>verfeinert</translation>
    </message>
    <message>
        <source>coarse</source>
        <translation>grob</translation>
    </message>
    <message>
        <source>{0}…</source>
        <translation>{0}…</translation>
    </message>
</context>
<context>
    <name>StepCard</name>
    <message>
        <source>Fold {0}</source>
        <translation>{0} einklappen</translation>
    </message>
    <message>
        <source>Computes in linear light: with values proportional to light</source>
        <translation>Rechnet in linearem Licht: mit Werten proportional zum Licht</translation>
    </message>
    <message>
        <source>Time of this step in the last frame</source>
        <translation>Zeit dieses Schritts im letzten Bild</translation>
    </message>
    <message>
        <source>{0} on or off</source>
        <translation>{0} ein oder aus</translation>
    </message>
    <message>
        <source>{0} on or off (Space on the card)</source>
        <translation>{0} ein oder aus (Leertaste auf der Karte)</translation>
    </message>
    <message>
        <source>More for {0}</source>
        <translation>Mehr zu {0}</translation>
    </message>
    <message>
        <source>Fold or unfold {0} (Enter on the card)</source>
        <translation>{0} ein- oder ausklappen (Eingabe auf der Karte)</translation>
    </message>
    <message>
        <source>Masked: {0} · {1}</source>
        <translation>Maskiert: {0} · {1}</translation>
    </message>
    <message>
        <source>Step {0} of {1}: {2}</source>
        <translation>Schritt {0} von {1}: {2}</translation>
    </message>
    <message>
        <source>Step {0} of {1}: {2}, masked</source>
        <translation>Schritt {0} von {1}: {2}, maskiert</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Presets…</source>
        <translation>Voreinstellungen…</translation>
    </message>
    <message>
        <source>Opacity and blending</source>
        <translation>Deckkraft und Mischen</translation>
    </message>
    <message>
        <source>About this filter</source>
        <translation>Über diesen Filter</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>SurfaceView</name>
    <message>
        <source>Surface</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>Drag to turn it; the wheel magnifies</source>
        <translation>Ziehen dreht; das Mausrad vergrößert</translation>
    </message>
    <message>
        <source>Other lines are not shown beside a surface: hide it to see them</source>
        <translation>Andere Zeilen sind neben einer Fläche nicht zu sehen: die Fläche ausblenden zeigt sie</translation>
    </message>
</context>
<context>
    <name>Swatch</name>
    <message>
        <source>Colour {0}</source>
        <translation>Farbe {0}</translation>
    </message>
</context>
<context>
    <name>SweepDialog</name>
    <message>
        <source>Sweep</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Second parameter</source>
        <translation>Zweiter Parameter</translation>
    </message>
    <message>
        <source>Contact sheet</source>
        <translation>Kontaktbogen</translation>
    </message>
    <message>
        <source>Animation</source>
        <translation>Animation</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>&amp;Abspielen</translation>
    </message>
    <message>
        <source>Frames a second</source>
        <translation>Bilder je Sekunde</translation>
    </message>
    <message>
        <source>frames a &amp;second</source>
        <translation>Bilder je &amp;Sekunde</translation>
    </message>
    <message>
        <source>&amp;Back to the start</source>
        <translation>&amp;Zurück zum Anfang</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>A click takes the values; a double click closes, too</source>
        <translation>Ein Klick übernimmt die Werte; ein Doppelklick schließt auch</translation>
    </message>
    <message>
        <source>Save the &amp;Animation…</source>
        <translation>&amp;Animation speichern…</translation>
    </message>
    <message>
        <source>Save the &amp;Sheet…</source>
        <translation>&amp;Bogen speichern…</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
</context>
<context>
    <name>SweepSheet</name>
    <message>
        <source>Contact sheet, each picture with its values</source>
        <translation>Kontaktbogen, jedes Bild mit seinen Werten</translation>
    </message>
    <message>
        <source>A click or Enter takes the values</source>
        <translation>Ein Klick oder Eingabe übernimmt die Werte</translation>
    </message>
</context>
<context>
    <name>SweepWork</name>
    <message>
        <source>Sweep</source>
        <translation>Reihe</translation>
    </message>
</context>
<context>
    <name>SwitchBar</name>
    <message>
        <source>The CPU is made to be so many devices, for shard_map, pmap and sharded arrays (--xla_force_host_platform_device_count)</source>
        <translation>Die CPU wird zu so vielen Geräten, für shard_map, pmap und verteilte Arrays (--xla_force_host_platform_device_count)</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>1 device</source>
        <translation>1 Gerät</translation>
    </message>
    <message>
        <source>{0} devices</source>
        <translation>{0} Geräte</translation>
    </message>
    <message>
        <source>How exact a product of float32 matrices is (jax_default_matmul_precision)</source>
        <translation>Wie genau ein Produkt von float32-Matrizen ist (jax_default_matmul_precision)</translation>
    </message>
    <message>
        <source>Precision of matrix products</source>
        <translation>Genauigkeit von Matrixprodukten</translation>
    </message>
    <message>
        <source>usual precision</source>
        <translation>übliche Genauigkeit</translation>
    </message>
    <message>
        <source>64 bits</source>
        <translation>64 Bit</translation>
    </message>
    <message>
        <source>Numbers have 64 bits where nothing else is said (jax_enable_x64)</source>
        <translation>Zahlen haben 64 Bit, wo nichts anderes steht (jax_enable_x64)</translation>
    </message>
    <message>
        <source>XLA flags</source>
        <translation>XLA-Flags</translation>
    </message>
    <message>
        <source>XLA flags, such as {0}</source>
        <translation>XLA-Flags, etwa {0}</translation>
    </message>
    <message>
        <source>Added to XLA_FLAGS before JAX is loaded; taken over with Enter</source>
        <translation>Kommen zu XLA_FLAGS, bevor JAX geladen wird; mit Eingabe übernommen</translation>
    </message>
    <message>
        <source>JAX</source>
        <translation>JAX</translation>
    </message>
</context>
<context>
    <name>ThemeMenu</name>
    <message>
        <source>As the &amp;System</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
</context>
<context>
    <name>Toolbar</name>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <source>Open a photo</source>
        <translation>Foto öffnen</translation>
    </message>
    <message>
        <source>Drop one here, paste one, or begin with the sample.</source>
        <translation>Eines hier ablegen, eines einfügen oder mit dem Beispiel beginnen.</translation>
    </message>
    <message>
        <source>Open the Sample</source>
        <translation>Das Beispiel öffnen</translation>
    </message>
    <message>
        <source>Add a filter, move a slider</source>
        <translation>Einen Filter hinzufügen, einen Regler bewegen</translation>
    </message>
    <message>
        <source>Type a word such as blur and press Enter. Each filter is a compiled JAX function: the picture follows its sliders at once, and is exactly what will be saved.</source>
        <translation>Ein Wort wie blur oder Unschärfe eintippen und Eingabe drücken. Jeder Filter ist eine kompilierte JAX-Funktion: das Bild folgt seinen Reglern sofort und ist genau, was gespeichert wird.</translation>
    </message>
    <message>
        <source>See the machine code</source>
        <translation>Den Maschinencode ansehen</translation>
    </message>
    <message>
        <source>The inspector (F12) shows each stage from Python to machine code, linked line by line. The Functions tab draws a function that you type, with its derivatives.</source>
        <translation>Der Inspektor (F12) zeigt jede Stufe von Python bis zum Maschinencode, Zeile für Zeile verknüpft. Der Reiter Funktionen zeichnet eine eingetippte Funktion mit ihren Ableitungen.</translation>
    </message>
    <message>
        <source>Functions</source>
        <translation>Funktionen</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
</context>
<context>
    <name>TracePage</name>
    <message>
        <source>Trace</source>
        <translation>Rechenweg</translation>
    </message>
    <message>
        <source>Type a function to see how it is computed.</source>
        <translation>Eine Funktion eintippen, um zu sehen, wie sie berechnet wird.</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Tangents: how fast each value changes</source>
        <translation>Tangenten: wie schnell jeder Wert sich ändert</translation>
    </message>
    <message>
        <source>Reverse</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Adjoints: how fast the result changes with each value</source>
        <translation>Adjungierte: wie schnell das Ergebnis sich mit jedem Wert ändert</translation>
    </message>
    <message>
        <source>moving</source>
        <translation>bewegt</translation>
    </message>
    <message>
        <source>Evaluation trace</source>
        <translation>Rechenweg</translation>
    </message>
    <message>
        <source>Graph of the evaluation</source>
        <translation>Graph der Auswertung</translation>
    </message>
    <message>
        <source>Move {0}</source>
        <translation>{0} bewegen</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Tangent</source>
        <translation>Tangente</translation>
    </message>
    <message>
        <source>Adjoint</source>
        <translation>Adjungierte</translation>
    </message>
</context>
<context>
    <name>Training</name>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
</context>
<context>
    <name>VariantsDialog</name>
    <message>
        <source>How many variants</source>
        <translation>Wie viele Varianten</translation>
    </message>
    <message>
        <source>From {0} to {1}</source>
        <translation>Von {0} bis {1}</translation>
    </message>
    <message>
        <source>&amp;How many</source>
        <translation>&amp;Wie viele</translation>
    </message>
    <message>
        <source>&amp;Others</source>
        <translation>&amp;Andere</translation>
    </message>
    <message>
        <source>Other seeds</source>
        <translation>Andere Startwerte</translation>
    </message>
    <message>
        <source>A click or Enter takes the seed</source>
        <translation>Ein Klick oder Eingabe übernimmt den Startwert</translation>
    </message>
    <message>
        <source>Save the &amp;Sheet…</source>
        <translation>&amp;Bogen speichern…</translation>
    </message>
    <message>
        <source>Random Variations</source>
        <translation>Zufällige Varianten</translation>
    </message>
    <message>
        <source>Random variations, each with its seed</source>
        <translation>Zufällige Varianten, jede mit ihrem Startwert</translation>
    </message>
    <message>
        <source>Save the &amp;Variations…</source>
        <translation>&amp;Varianten speichern…</translation>
    </message>
    <message>
        <source>Augment a &amp;Folder…</source>
        <translation>&amp;Ordner augmentieren…</translation>
    </message>
    <message>
        <source>This sheet as one picture</source>
        <translation>Dieser Bogen als ein Bild</translation>
    </message>
    <message>
        <source>Each variant in full size, with a manifest, in a folder</source>
        <translation>Jede Variante in voller Größe, mit einem Manifest, in einem Ordner</translation>
    </message>
    <message>
        <source>So many variants of every photo in a folder and its subfolders, with a manifest</source>
        <translation>So viele Varianten jedes Fotos in einem Ordner und seinen Unterordnern, mit einem Manifest</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Seed {0}</source>
        <translation>Startwert {0}</translation>
    </message>
    <message>
        <source>All variants look like this one: no filter here draws by chance. Add noise or a random one.</source>
        <translation>Alle Varianten sehen aus wie diese: Kein Filter hier zieht zufällig. Fügen Sie Rauschen oder einen zufälligen hinzu.</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>A click takes the seed</source>
        <translation>Ein Klick übernimmt den Startwert</translation>
    </message>
    <message>
        <source>Folder for the variants</source>
        <translation>Ordner für die Varianten</translation>
    </message>
    <message>
        <source>Folder of the photos</source>
        <translation>Ordner der Fotos</translation>
    </message>
    <message>
        <source>Folder for the variants of {0}</source>
        <translation>Ordner für die Varianten von {0}</translation>
    </message>
</context>
<context>
    <name>VariantsWork</name>
    <message>
        <source>Random variations</source>
        <translation>Zufällige Varianten</translation>
    </message>
    <message>
        <source>{0} of the files could not be made; the first: {1}</source>
        <translation>{0} der Dateien ließen sich nicht machen; die erste: {1}</translation>
    </message>
    <message>
        <source>Files written to {1}: {0}; already there: {2}</source>
        <translation>Nach {1} geschriebene Dateien: {0}; schon vorhanden: {2}</translation>
    </message>
    <message>
        <source>Files written to {1}: {0}</source>
        <translation>Nach {1} geschriebene Dateien: {0}</translation>
    </message>
    <message>
        <source>Writing variants to {0}</source>
        <translation>Varianten werden nach {0} geschrieben</translation>
    </message>
</context>
<context>
    <name>VariationBar</name>
    <message>
        <source>Number format</source>
        <translation>Zahlenformat</translation>
    </message>
    <message>
        <source>In place of every format of real numbers</source>
        <translation>Anstelle jedes Formats reeller Zahlen</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>wie es ist</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>What it is compiled for</source>
        <translation>Wofür kompiliert wird</translation>
    </message>
    <message>
        <source>Optimisation</source>
        <translation>Optimierung</translation>
    </message>
    <message>
        <source>How much LLVM optimises ({0})</source>
        <translation>Wie stark LLVM optimiert ({0})</translation>
    </message>
    <message>
        <source>Fast math</source>
        <translation>Schnelle Mathematik</translation>
    </message>
    <message>
        <source>Let the compiler reorder sums and ignore NaNs ({0})</source>
        <translation>Den Compiler Summen umordnen und NaN ignorieren lassen ({0})</translation>
    </message>
    <message>
        <source>more options: name=value, name=value</source>
        <translation>weitere Optionen: name=wert, name=wert</translation>
    </message>
    <message>
        <source>Options of XLA</source>
        <translation>Optionen von XLA</translation>
    </message>
    <message>
        <source>Options of XLA, taken over with Enter</source>
        <translation>Optionen von XLA, mit Eingabe übernommen</translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>Wie es ist</translation>
    </message>
</context>
<context>
    <name>ViewBox</name>
    <message>
        <source>1 button</source>
        <translation>1 Taste</translation>
    </message>
    <message>
        <source>3 button</source>
        <translation>3 Tasten</translation>
    </message>
    <message>
        <source>Mouse Mode</source>
        <translation>Maustasten</translation>
    </message>
    <message>
        <source>View All</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>ViewBox options</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>axis</source>
        <translation>-Achse</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Drop a photo here</source>
        <translation>Ein Foto hier ablegen</translation>
    </message>
    <message>
        <source>or paste one with {0}</source>
        <translation>oder eines mit {0} einfügen</translation>
    </message>
    <message>
        <source>Open a Photo…</source>
        <translation>Foto öffnen…</translation>
    </message>
    <message>
        <source>Try the Sample</source>
        <translation>Das Beispiel versuchen</translation>
    </message>
    <message>
        <source>Continue the Last Session</source>
        <translation>Letzte Sitzung fortsetzen</translation>
    </message>
</context>
<context>
    <name>Work</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel: {0}</source>
        <translation>Abbrechen: {0}</translation>
    </message>
</context>
<context>
    <name>Workbench</name>
    <message>
        <source>Lines</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Side Panel</source>
        <translation>Seitenleiste</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Auswerten</translation>
    </message>
    <message>
        <source>Roots, extrema, area, a table of values</source>
        <translation>Nullstellen, Extrema, Fläche, eine Wertetabelle</translation>
    </message>
    <message>
        <source>Derivatives</source>
        <translation>Ableitungen</translation>
    </message>
    <message>
        <source>Every way to a derivative, compared</source>
        <translation>Jeder Weg zu einer Ableitung, im Vergleich</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>Rechenweg</translation>
    </message>
    <message>
        <source>How a value is computed, step by step</source>
        <translation>Wie ein Wert berechnet wird, Schritt für Schritt</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>Jacobian and Hessian at a point</source>
        <translation>Jacobi- und Hesse-Matrix in einem Punkt</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Formats of numbers and their errors</source>
        <translation>Zahlenformate und ihre Fehler</translation>
    </message>
    <message>
        <source>Descent</source>
        <translation>Abstieg</translation>
    </message>
    <message>
        <source>Walk downhill</source>
        <translation>Bergab gehen</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Anpassung</translation>
    </message>
    <message>
        <source>Fit a model to points</source>
        <translation>Ein Modell an Punkte anpassen</translation>
    </message>
    <message>
        <source>Classify</source>
        <translation>Klassifizieren</translation>
    </message>
    <message>
        <source>Learn to tell faces from other pictures</source>
        <translation>Lernen, Gesichter von anderen Bildern zu unterscheiden</translation>
    </message>
    <message>
        <source>Arrays</source>
        <translation>Arrays</translation>
    </message>
    <message>
        <source>vmap and random keys</source>
        <translation>vmap und Zufallsschlüssel</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>{0} would take the place of this sheet.</source>
        <translation>{0} träte an die Stelle dieses Blatts.</translation>
    </message>
    <message>
        <source>Replace the Sheet</source>
        <translation>Blatt ersetzen</translation>
    </message>
    <message>
        <source>The sheet is on the clipboard as a Python script</source>
        <translation>Das Blatt liegt als Python-Skript in der Zwischenablage</translation>
    </message>
</context>
<context>
    <name>WorkingSpaceRow</name>
    <message>
        <source>Working space</source>
        <translation>Arbeitsraum</translation>
    </message>
    <message>
        <source>Gamma-encoded</source>
        <translation>Gamma-kodiert</translation>
    </message>
    <message>
        <source>Automatic: exposure, white balance, vignette, defocus and other steps of light compute with values proportional to light, all other steps with the gamma-encoded values of the file, as OpenCV and SciPy do. The other two make all steps alike</source>
        <translation>Automatisch: Belichtung, Weißabgleich, Vignette, Unschärfe und andere Schritte des Lichts rechnen mit Werten proportional zum Licht, alle anderen mit den gammakodierten Werten der Datei, wie OpenCV und SciPy. Die anderen beiden machen alle Schritte gleich</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Linear light</source>
        <translation>Lineares Licht</translation>
    </message>
    <message>
        <source>Compute in Light</source>
        <translation>In Licht rechnen</translation>
    </message>
    <message>
        <source>{0}: computed with gamma-encoded values, as in recipes of earlier versions</source>
        <translation>{0}: mit gammakodierten Werten gerechnet, wie in Rezepten früherer Versionen</translation>
    </message>
</context>
</TS>
